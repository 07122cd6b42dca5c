# The probe, built with one Debian's own compiler and C library. docker/probe calls this with probe/ as the context, and
# both the old builder and BuildKit take it. Nothing here may be newer than Debian 9 (CMake 3.7, g++ 6, apt 1.4).
#
#   BASE, HEADER           image to compile in; image whose nlohmann-json3-dev is used, because Debian 9 has no such package
#   SOURCE, HEADER_SOURCE  line for sources.list where the image's own sources do not give the packages; may be empty
#   APT_OPTIONS            what this machine's apt is told to overlook; words
#   VERSION                what the probe says its version is
ARG BASE
ARG HEADER

FROM ${HEADER} AS header
LABEL orchestrate.probe=header
ARG HEADER_SOURCE
ARG APT_OPTIONS
RUN get() { \
      apt-get update $APT_OPTIONS; \
      DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $APT_OPTIONS nlohmann-json3-dev && \
      rm -rf /var/lib/apt/lists /var/cache/apt; \
    }; \
    get || { [ -n "$HEADER_SOURCE" ] && rm -rf /etc/apt/sources.list.d/* && \
             echo "$HEADER_SOURCE" >/etc/apt/sources.list && get; }

FROM ${BASE} AS build
LABEL orchestrate.probe=build
ARG SOURCE
ARG APT_OPTIONS
RUN get() { \
      apt-get update $APT_OPTIONS; \
      DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $APT_OPTIONS g++ cmake make && \
      rm -rf /var/lib/apt/lists /var/cache/apt; \
    }; \
    get || { [ -n "$SOURCE" ] && rm -rf /etc/apt/sources.list.d/* && echo "$SOURCE" >/etc/apt/sources.list && get; }
COPY --from=header /usr/include/nlohmann /header/nlohmann
COPY . /probe
ARG VERSION
# The folders are always the same, so that no path can make two builds differ. The build id is a note that is loaded,
# which strip leaves alone.
RUN mkdir /build && cd /build && \
    cmake -DCMAKE_BUILD_TYPE=Release -DPROBE_VERSION="$VERSION" -DNLOHMANN_JSON_INCLUDE_DIR=/header /probe && \
    make -j "$(nproc)" probe && strip probe

FROM scratch
LABEL orchestrate.probe=binary
COPY --from=build /build/probe /probe
