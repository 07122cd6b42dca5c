#!/bin/sh
# The Debian package, made and installed into a clean debian:12-slim: package_test.sh BUILD-FOLDER
#
# What it depends on comes from this machine's apt, by the package state of the clean container, into a folder that the
# container reads; so the container needs no network. Exit status 77 (skipped) where something is missing that this
# needs, 1 under CI=true.
set -eu
build=$1
image=debian:12-slim
client=${ORCHESTRATE_CLIENT:-docker}
failures=0

cannot() {
  echo "NOT TESTED: $*"
  [ "${CI:-}" != true ] || exit 1
  exit 77
}

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

# within WHAT COMMAND…: runs a command in the container; its words are shown where it fails.
within() {
  what=$1
  shift
  if "$client" exec "$container" "$@" >"$folder/words" 2>&1; then return; fi
  fail "$what"
  sed 's/^/  | /' "$folder/words"
}

# says WHAT PIECE: what the last command printed.
says() { grep -q -e "$2" "$folder/words" || fail "$1: no $2 in: $(cat "$folder/words")"; }

# shellcheck disable=SC1091
[ "$(. /etc/os-release && echo "$ID$VERSION_ID")" = debian12 ] || cannot "only Debian 12 has the packages of Debian 12"
for program in cpack dpkg-shlibdeps apt-get "$client"; do
  command -v "$program" >/dev/null || cannot "$program is not here"
done
"$client" image inspect $image >/dev/null 2>&1 || cannot "the image $image is not here"

folder=$(mktemp -d "${TMPDIR:-/var/tmp}/orchestrate-package.XXXXXX")
container=
clean_up() {
  [ -z "$container" ] || "$client" rm --force "$container" >/dev/null
  rm -rf "$folder"
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

mkdir -p "$folder/archives/partial"
cpack --config "$build/CPackConfig.cmake" -G DEB -B "$folder/made" >"$folder/words" 2>&1 || {
  cat "$folder/words"
  exit 1
}
package=$(find "$folder/made" -maxdepth 1 -name 'orchestrate_*.deb')
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
[ "$(dpkg-deb -f "$package" Version)" = "$version" ] || fail "the package's version is not the project's, $version"
for library in libc6 libstdc++6 libyaml-cpp libseccomp2 libssl3; do
  dpkg-deb -f "$package" Depends | grep -q -F "$library" || fail "the package does not depend on $library"
done

container=$("$client" run --detach --network none --label orchestrate.test=package \
  --volume "$folder/archives:/packages:ro" $image sleep 280)
"$client" cp "$container:/var/lib/dpkg/status" "$folder/status" >/dev/null
cp "$package" "$folder/archives"
apt-get -q -y -o Dir::State::status="$folder/status" -o Dir::Cache::archives="$folder/archives" -o Debug::NoLocking=true \
  -o APT::Sandbox::User=root --no-install-recommends --download-only install "$package" man-db bash-completion \
  >"$folder/words" 2>&1 || {
  cat "$folder/words"
  cannot "this machine's apt does not give what the package depends on"
}

# Slim images leave man pages out; a reader's machine does not.
within "installing" sh -c 'rm -f /etc/dpkg/dpkg.cfg.d/*
  DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends /packages/*.deb'

experiment=/usr/share/orchestrate/experiments/seccomp.yaml
within "--version" orchestrate --version
says "--version" "orchestrate $version"
within "check" orchestrate check $experiment
says "check" "6 operations"
within "plan" orchestrate plan $experiment
says "plan" "seccomp=unconfined"
says "plan" "/usr/libexec/orchestrate/probe"
within "init" sh -c 'cd /tmp && orchestrate init mine && orchestrate check mine.yaml'
says "init" "mine: "
# Without an engine there is a problem, which is no failure of the program.
within "doctor" sh -c 'orchestrate doctor; [ $? = 1 ]'
says "doctor" "problem  *engine"
within "man" sh -c 'MANPAGER=cat MANWIDTH=100 man orchestrate'
says "man" "measure in containers"
says "man" "EXIT STATUS"
# What a shell does when TAB is pressed behind `orchestrate re`.
# shellcheck disable=SC2016 # the container's shell expands it
within "completion" bash -c '. /usr/share/bash-completion/bash_completion
  _completion_loader orchestrate
  COMP_WORDS=(orchestrate re) COMP_CWORD=1
  _orchestrate
  echo "${COMPREPLY[@]}"'
says "completion" "^resume reproduce report$"
for file in /usr/share/zsh/vendor-completions/_orchestrate /usr/share/fish/vendor_completions.d/orchestrate.fish \
  /usr/share/orchestrate/docker/probe /usr/share/orchestrate/probe/CMakeLists.txt \
  /usr/share/orchestrate/results/reference/syscall-cost.yaml /usr/share/orchestrate/summary.schema.json \
  /usr/share/doc/orchestrate/CHANGELOG.md /usr/share/doc/orchestrate/copyright; do
  within "$file is missing" test -s "$file"
done
within "copyright" cat /usr/share/doc/orchestrate/copyright
says "copyright" "MIT License"
says "copyright" "University of Washington Interactive Data Lab"
within "removing" sh -c 'dpkg --purge orchestrate && ! test -e /usr/share/orchestrate && ! command -v orchestrate'

[ "$failures" = 0 ] || exit 1
echo "the package installs, works and goes away again"
