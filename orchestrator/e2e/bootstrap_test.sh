#!/bin/sh
# What ./bootstrap promises: bootstrap_test.sh SOURCE_DIR
# Runs a copy of it among stand-ins for the programs it calls, so that it needs neither network nor engine, and leaves
# those of this machine alone. Says what it checks; ends at the first check that fails, with status 1.
set -eu
source=$(readlink -f -- "${1:?usage: bootstrap_test.sh SOURCE_DIR}")
scratch=$(mktemp -d)
background=
clean_up() {
  for process in $background $(cut -d ' ' -f 1 "$scratch/state/engine" 2>/dev/null); do
    kill -s KILL "$process" 2>/dev/null || :
  done
  rm -rf "$scratch"
}
trap clean_up EXIT
trap 'exit 130' INT TERM HUP

checking() { echo "bootstrap: $*"; }

fail() {
  echo "FAILED: $*"
  echo "it said:"
  cat "$scratch/stdout" "$scratch/stderr" 2>/dev/null
  exit 1
}

# run STATUS COMMAND…: runs it, and fails on another exit status; its output is in stdout and stderr.
run() {
  wanted=$1
  shift
  status=0
  "$@" >"$scratch/stdout" 2>"$scratch/stderr" </dev/null || status=$?
  [ "$status" -eq "$wanted" ] || fail "exit status $status, not $wanted: $*"
}

said() { grep -q -F -e "$1" "$scratch/stderr" || fail "does not say '$1'"; }
printed() { grep -q -F -x -e "$1" "$scratch/stdout" || fail "does not print '$1'"; }
quiet() { [ ! -s "$scratch/stderr" ] || fail "says something when there is nothing to do"; }
called() { grep -q -e "$1" "$scratch/calls" || fail "does not call: $1"; }
not_called() { ! grep -e "$1" "$scratch/calls" || fail "calls: $1"; }
lives() { kill -0 "$1" 2>/dev/null || fail "process $1 does not live any more"; }

# stand_in NAME: a program of this name whose text is read from stdin; every call is noted.
stand_in() {
  {
    # shellcheck disable=SC2016 # the stand-in's shell expands it
    printf '#!/bin/sh\nscratch=%s\necho "%s $*" >>"$scratch/calls"\n' "$scratch" "$1"
    cat
  } >"$scratch/bin/$1"
  chmod +x "$scratch/bin/$1"
}

mkdir -p "$scratch/bin" "$scratch/tree/probe" "$scratch/elsewhere"
cp -R "$source/bootstrap" "$source/docker" "$source/CMakeLists.txt" "$scratch/tree/"
touch "$scratch/tree/probe/main.cpp"
bootstrap=$scratch/tree/bootstrap

stand_in id <<'END'
[ "$*" = -u ] && echo 0
END
stand_in dpkg-query <<'END'
shift 3
for name; do
  grep -q -x "$name" "$scratch/missing" || echo "$name installed"
done
END
stand_in apt-get <<'END'
case " $* " in *' install '*) : >"$scratch/missing" ;; esac
END
stand_in apt-cache </dev/null
stand_in apt-config </dev/null
stand_in cmake <<'END'
case $* in
  --build*) touch build/release/built ;;
  --preset*)
    mkdir -p build/release/orchestrator
    touch build/release/build.ninja
    for option; do case $option in -D*) option=${option#-D} && echo "${option%%=*}:BOOL=${option#*=}" ;; esac; done \
      >build/release/CMakeCache.txt
    printf '#!/bin/sh\necho "in $PWD:" "$@"\n' >build/release/orchestrator/orchestrate
    chmod +x build/release/orchestrator/orchestrate
    ;;
esac
END
stand_in ninja <<'END'
case $* in
  *' -n') [ -e "$scratch/tree/build/release/built" ] && echo 'ninja: no work to do.' ;;
esac
END
stand_in ctest <<'END'
echo "ctest $*"
END
stand_in docker <<'END'
[ "$1" != --host ] || shift 2
case $1 in
  version) [ -e "$scratch/answers" ] ;;
  image)
    case $* in *debian:9-slim) exit 1 ;; esac
    [ -e "$scratch/image" ] && cat "$scratch/image"
    ;;
  build)
    [ ! -e "$scratch/does-not-compile" ] || { echo "main.cpp:1: error"; exit 1; }
    while [ "$1" != --iidfile ]; do shift; done
    echo built >"$2"
    ;;
  create) echo container1 ;;
  cp) echo "a probe" >"$3" ;;
  pull) echo no registry; exit 1 ;;
  import)
    for argument; do case $argument in LABEL*) echo "$argument" ;; *.tar) tar -tf "$argument" >"$scratch/listing" ;; esac; done \
      >"$scratch/labels"
    echo image1 >"$scratch/image"
    ;;
  ps) echo left1 left2 ;;
esac
END
stand_in dockerd <<'END'
[ ! -e "$scratch/broken" ] || { echo "this engine is broken"; exit 1; }
trap 'rm "$scratch/answers"; exit' TERM
touch "$scratch/answers"
while sleep 0.1; do :; done
END
stand_in debootstrap <<'END'
while [ "${1#--}" != "$1" ]; do shift; done
[ "$1" != stretch ] || { echo "E: Failed getting release file $3/dists/stretch/Release"; exit 1; }
mkdir -p "$2" && cd "$2"
mkdir -p dev etc/dpkg/dpkg.cfg.d proc usr/sbin usr/share/doc/base usr/share/locale/de usr/share/man/man1 \
  var/cache/debconf var/lib/apt/lists var/lib/dpkg var/log
echo 'Date: Sat, 10 Jan 2026 10:00:00 UTC' >var/lib/apt/lists/debootstrap.invalid_Release
echo 12.0 >etc/debian_version
echo 'root:*:1:0:99999:7:::' >etc/shadow
touch dev/null etc/hostname etc/resolv.conf usr/share/doc/base/copyright usr/share/doc/base/changelog \
  usr/share/locale/de/x usr/share/man/man1/x var/log/dpkg.log
END

printf 'ID=debian\nPRETTY_NAME="Debian"\n' >"$scratch/debian"
printf 'ID=fedora\nPRETTY_NAME="Fedora Linux 42"\n' >"$scratch/fedora"
: >"$scratch/missing"
: >"$scratch/calls"
real_path=$PATH
PATH=$scratch/bin:$PATH
export PATH TMPDIR="$scratch" ORCHESTRATE_OS_RELEASE="$scratch/debian" ORCHESTRATE_STATE="$scratch/state" \
  ORCHESTRATE_MIRROR="file:/nowhere" DOCKER_HOST="unix://$scratch/docker.sock"
unset CI ORCHESTRATE_LOG ORCHESTRATE_KEYRING ORCHESTRATE_DOCKERD_ARGS

checking "says how it is used"
for arguments in '' help; do
  run 0 "$bootstrap" ${arguments:+"$arguments"}
  grep -q '^usage: ./bootstrap VERB' "$scratch/stdout" || fail "no usage"
done
quiet

checking "refuses another system than Debian and Ubuntu, with what is needed, and calls nothing"
run 4 env ORCHESTRATE_OS_RELEASE="$scratch/fedora" "$bootstrap" run x.yaml
said "Fedora Linux 42"
awk '{ sub(/#.*/, "") } $1 == "build" || $1 == "test" { print $2 }' "$source/docker/packages" >"$scratch/packages"
while read -r package; do said "$package"; done <"$scratch/packages"
said "debian:12-slim"
run 4 env ORCHESTRATE_OS_RELEASE="$scratch/nothing" "$bootstrap" check x.yaml
not_called 'apt-get\|cmake\|docker'

checking "a verb that needs no engine gets packages and a build, and no engine"
echo libfmt-dev >"$scratch/missing"
run 0 "$bootstrap" check x.yaml
said "installing 1 package (libfmt-dev)"
said "configuring"
said "building"
called '^apt-get .*install libfmt-dev$'
not_called '^docker'

checking "the second time says nothing and installs nothing"
: >"$scratch/calls"
run 0 "$bootstrap" check x.yaml
quiet
not_called '^apt-get\|^cmake --preset\|^docker'

checking "works from another folder and through a link, with every argument as it was"
ln -s "$bootstrap" "$scratch/elsewhere/link"
cd "$scratch/elsewhere"
run 0 ./link check 'a  b' ''
printed "in $scratch/elsewhere: check a  b "
cd "$source"
run 0 "$bootstrap" run --help
not_called '^docker'

checking "a missing engine is started, a missing image is made"
run 0 "$bootstrap" run x.yaml
said "starting dockerd"
said "making a root file system of bookworm"
read -r engine _ <"$scratch/state/engine"
lives "$engine"
called "^dockerd --host unix://$scratch/docker.sock"

checking "the image says where it came from, and is slim"
for label in orchestrate.base=debootstrap orchestrate.base.suite=bookworm orchestrate.base.date=2026-01-10T10:00:00Z \
  'orchestrate.base.origin="Debian 12.0 packages, minbase, slimmed"'; do
  grep -q -F -x -e "LABEL $label" "$scratch/labels" || fail "no label $label in: $(cat "$scratch/labels")"
done
grep -q -x ./usr/share/doc/base/copyright "$scratch/listing" || fail "the licences are gone"
! grep -E 'changelog|locale/de|man1|hostname|resolv\.conf|dev/null|_Release|dpkg\.log' "$scratch/listing" || fail "not slim"
! ls -d "$scratch"/orchestrate-image.* 2>/dev/null || fail "the image's folder is left behind"

checking "the engine holds no lock"
flock -n "$scratch/state/lock" true || fail "the engine's lock is held"
flock -n "$scratch/tree/build/bootstrap.lock" true || fail "the build's lock is held"

checking "the second time says nothing and starts nothing"
: >"$scratch/calls"
run 0 "$bootstrap" run x.yaml
quiet
not_called '^dockerd\|^docker pull\|^docker import\|^apt-get\|^debootstrap'

probe=$scratch/tree/docker/probe
checking "a probe is built with its release's image, this version and the machine's mirror, and taken out of its image"
run 0 "$probe" glibc-2.31 "$scratch/probes/probe"
called '^docker build --network host .*BASE=debian:11-slim .*SOURCE=deb file:/nowhere bullseye main'
called "^docker build .*VERSION=[0-9][0-9.]* $scratch/tree/probe\$"
called '^docker cp container1:/probe '
called '^docker rm container1$'
[ -x "$scratch/probes/probe" ] || fail "no probe that can be run"

checking "the second time says nothing and builds nothing; nor is an image made that is gone"
: >"$scratch/calls"
run 0 "$probe" bullseye "$scratch/probes/probe"
quiet
mv "$scratch/image" "$scratch/image.away"
run 0 "$probe" glibc-2.31 "$scratch/probes/probe"
mv "$scratch/image.away" "$scratch/image"
quiet
not_called '^docker build\|^debootstrap'

checking "it is built again when a source, the image or the probe itself is another one, or on demand; not for a test"
# rebuilt WHY
rebuilt() {
  : >"$scratch/calls"
  run 0 "$probe" glibc-2.31 "$scratch/probes/probe"
  grep -q '^docker build' "$scratch/calls" || fail "is not built again: $1"
}
touch "$scratch/tree/probe/new_test.cpp"
: >"$scratch/calls"
run 0 "$probe" glibc-2.31 "$scratch/probes/probe"
not_called '^docker build'
echo "int x;" >"$scratch/tree/probe/main.cpp"
rebuilt "another source"
echo image2 >"$scratch/image"
rebuilt "another image"
echo "another probe" >"$scratch/probes/probe"
rebuilt "another probe in its place"
run 0 "$probe" --build glibc-2.31 "$scratch/probes/probe"
called '^docker build .*--no-cache'

checking "another client is the only one that is called"
stand_in another-client <<'END'
PATH=$scratch/bin:$PATH
exec docker "$@"
END
: >"$scratch/calls"
run 0 env ORCHESTRATE_CLIENT=another-client "$probe" --build glibc-2.31 "$scratch/probes/probe"
said "bootstrap: building the probe"
[ "$(grep -c '^docker' "$scratch/calls")" -eq "$(grep -c '^another-client' "$scratch/calls")" ] || fail "calls docker itself"

checking "a probe that cannot be had: exit 4, and the last line says what was tried"
run 4 env ORCHESTRATE_SPEAKER=orchestrate "$probe" glibc-2.24 "$scratch/probes/old"
tail -n 1 "$scratch/stderr" | grep -q '^orchestrate: no registry gives debian:9-slim, and the mirror file:/nowhere has no stretch' ||
  fail "does not say why in its last line"
touch "$scratch/does-not-compile"
run 4 "$probe" --build glibc-2.31 "$scratch/probes/probe"
rm "$scratch/does-not-compile"
said "main.cpp:1: error"
rebuilt "the last build failed"
run 2 "$probe" glibc-2.99
! ls -d "$scratch"/orchestrate-probe.* 2>/dev/null || fail "the build's folder is left behind"

checking "down removes the leftover containers and stops the engine that was started"
run 0 "$bootstrap" down
said "removing leftover containers (2)"
said "stopping the engine"
called '^docker .*rm --force left1 left2$'
! kill -0 "$engine" 2>/dev/null || grep -q '^State:.*Z' "/proc/$engine/status" || fail "the engine lives on"
[ ! -e "$scratch/state/engine" ] || fail "the note is left behind"
[ -e "$scratch/state/dockerd.log" ] || fail "the engine's log is gone"
run 0 "$bootstrap" down
quiet

checking "down leaves an engine alone that it did not start"
dockerd &
background="$background $!"
foreign=$!
: >"$scratch/calls"
run 0 "$bootstrap" down
quiet
lives "$foreign"
not_called '^docker .*rm'
while [ ! -e "$scratch/answers" ]; do sleep 0.1; done
run 0 "$bootstrap" run x.yaml
quiet
run 0 "$bootstrap" down
quiet
lives "$foreign"

checking "down removes a note of a process that is another one now, and leaves that alone"
echo "$foreign 1 unix:///nowhere" >"$scratch/state/engine"
run 0 "$bootstrap" down
said "nothing to stop"
lives "$foreign"
[ ! -e "$scratch/state/engine" ] || fail "the note is left behind"
: >"$scratch/state/engine"
run 0 "$bootstrap" down
[ ! -e "$scratch/state/engine" ] || fail "an empty note is left behind"
kill "$foreign"
wait "$foreign" || :

checking "test gets the tests' packages, the tests and ctest's arguments"
echo libgtest-dev >"$scratch/missing"
: >"$scratch/calls"
run 0 "$bootstrap" test -R 'one two'
called '^apt-get .*install libgtest-dev$'
called '^cmake --preset release -DORCHESTRATE_TESTS=ON$'
printed "ctest --preset release -R one two"
[ "$(tail -n 1 "$scratch/stdout")" = "ctest --preset release -R one two" ] || fail "ctest does not have the last word"
run 0 env CI=true "$bootstrap" test
called '^cmake --preset release -DORCHESTRATE_TESTS=ON -DORCHESTRATE_WARNINGS_ARE_ERRORS=ON$'
run 0 "$bootstrap" down

checking "no engine to be had: exit 4 and its log's end, for a run and in CI; otherwise the tests go on"
touch "$scratch/broken"
: >"$scratch/calls"
run 4 "$bootstrap" run x.yaml
said "this engine is broken"
run 4 env CI=true "$bootstrap" test
not_called '^ctest'
run 0 "$bootstrap" test
called '^ctest'
[ ! -e "$scratch/state/engine" ] || fail "the note of an engine that never answered is left behind"

checking "the package list names no package twice"
twice=$(awk '{ sub(/#.*/, "") } NF { print $2 }' "$source/docker/packages" | sort | uniq -d)
[ -z "$twice" ] || fail "twice: $twice"

# The machine's own image, where there is one: made by bootstrap, or pulled.
PATH=$real_path
unset DOCKER_HOST
if made=$(timeout 10 docker image inspect --format '{{index .Config.Labels "orchestrate.base"}}' debian:12-slim 2>/dev/null) &&
  [ -n "$made" ]; then
  checking "this machine's debian:12-slim is labelled with its suite and date"
  docker image inspect --format '{{index .Config.Labels "orchestrate.base.suite"}} {{index .Config.Labels "orchestrate.base.date"}}' \
    debian:12-slim >"$scratch/stdout"
  grep -q -E '^bookworm [0-9]{4}-[0-9]{2}-[0-9]{2}T' "$scratch/stdout" || fail "labels"
fi
echo "all as promised"
