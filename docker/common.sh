# shellcheck shell=sh
# What bootstrap and the scripts beside this file share. Sourced; $root is the checkout, or share/orchestrate where it is
# installed.
#
#   ORCHESTRATE_CLIENT   the engine's client, by name or path: docker unless given
#   ORCHESTRATE_SPEAKER  who says what these scripts say: bootstrap unless given
#   ORCHESTRATE_NO_SUDO  set: never ask for root's rights, only use them
#   ORCHESTRATE_LOG      where the commands' own words go: build/bootstrap.log unless given
: "${root:?}"

# dockerd, debootstrap and iptables are in the sbin folders, which a plain user's PATH leaves out.
PATH=$PATH:/usr/sbin:/sbin

# shellcheck disable=SC2034 # the scripts that source this use it
client=${ORCHESTRATE_CLIENT:-docker}
speaker=${ORCHESTRATE_SPEAKER:-bootstrap}
# The words of the commands that steps run.
log=${ORCHESTRATE_LOG:-$root/build/bootstrap.log}

say() { printf '%s: %s\n' "$speaker" "$*" >&2; }

# die STATUS WHY: 4 is "engine or environment failed", as orchestrate itself says it.
die() {
  status=$1
  shift
  say "$*"
  exit "$status"
}

# attempt WHAT COMMAND…: says what is done and how long it took; the command's own words go to the log.
# A command that is a function runs without `set -e` here: it must chain its own failures.
attempt() {
  what=$1
  shift
  mkdir -p "${log%/*}"
  printf '\n== %s: %s\n' "$(date -u +%FT%TZ)" "$what" >>"$log"
  length=$(wc -c <"$log")
  printf '%s: %s … ' "$speaker" "$what" >&2
  began=$(date +%s)
  # 9 is the lock: a service that the command leaves behind must not hold it.
  if "$@" </dev/null >>"$log" 2>&1 9>&-; then
    printf '%s s\n' "$(($(date +%s) - began))" >&2
  else
    printf 'failed (%s s)\n' "$(($(date +%s) - began))" >&2
    return 1
  fi
}

# step WHAT COMMAND…: an attempt that is expected to succeed, so its failure shows the end of the log.
step() {
  attempt "$@" && return
  show_words
  return 1
}

# words: what the last attempt's command said.
words() { tail -c "+$((length + 1))" "$log"; }

show_words() {
  say "the end of $log:"
  words | tail -n 25 | sed 's/^/  | /' >&2
}

# lock FILE: one at a time, until this process ends (or becomes another program, after 9>&-).
lock() {
  mkdir -p "${1%/*}"
  exec 9>"$1"
  flock -n 9 && return
  say "waiting for another bootstrap, which holds $1"
  flock 9
}

engine_answers() { timeout 10 docker version >/dev/null 2>&1; }

can_be_root() {
  [ "$(id -u)" -eq 0 ] || { [ -z "${ORCHESTRATE_NO_SUDO:-}" ] && command -v sudo >/dev/null; }
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

# packages REQUIRED|OPTIONAL SECTION…: the names in docker/packages.
packages() {
  kind=$1
  shift
  awk -v kind="$kind" -v sections=" $* " '
    { sub(/#.*/, "") }
    NF >= 2 && index(sections, " " $1 " ") && ($3 == "optional") == (kind == "optional") { printf "%s ", $2 }
  ' "$root/docker/packages"
}

# installed_packages NAME…: those of them that are there, with blanks around each. One call for all of them: dpkg-query
# reads its whole database each time.
installed_packages() {
  # shellcheck disable=SC2016 # the format is dpkg-query's
  dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null | awk '$2 == "installed" { printf " %s ", $1 }'
}

# missing_packages SECTION…: those that must be there, and the optional ones that the distribution has.
missing_packages() {
  required=$(packages required "$@")
  optional=$(packages optional "$@")
  # shellcheck disable=SC2086 # names are words
  installed=$(installed_packages $required $optional)
  for package in $required; do
    case $installed in
      *" $package "*) ;;
      *) printf '%s ' "$package" ;;
    esac
  done
  for package in $optional; do
    case $installed in
      *" $package "*) ;;
      *) if apt-cache show "$package" >/dev/null 2>&1; then printf '%s ' "$package"; fi ;;
    esac
  done
}

# ensure_packages SECTION…
ensure_packages() {
  missing=$(missing_packages "$@")
  [ -n "$missing" ] || return 0
  missing=${missing% }
  can_be_root || die 4 "these packages are missing, and only root can install them: apt-get install $missing"
  optional=$(packages optional "$@")
  # shellcheck disable=SC2086 # names are words
  set -- $missing
  noun=packages
  [ $# -gt 1 ] || noun=package
  step "installing $# $noun ($missing)" install_packages "$@" ||
    die 4 "could not install them; once the cause is removed: apt-get install $missing"
}

# install_packages NAME…, and those of $optional that the distribution has. Twice: mirrors have bad moments.
install_packages() {
  install_once "$@" || { sleep 3 && install_once "$@"; }
}

install_once() {
  # A source that does not answer fails the update, although the others were read: the installation decides.
  apt_get update || :
  # Before the update apt may not have known them.
  for package in $optional; do
    case " $* $(installed_packages "$package")" in
      *" $package "*) ;;
      *) if apt-cache show "$package" >/dev/null 2>&1; then set -- "$@" "$package"; fi ;;
    esac
  done
  apt_get install "$@"
}

apt_get() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o APT::Get::Assume-Yes=true \
    -o APT::Install-Recommends=false -o DPkg::Lock::Timeout=300 -o Acquire::Retries=2 "$@"
}

# The Debian mirror that this machine's apt uses, from the index files that it has read: the archive that calls itself
# Debian, not its security or backports part. Nothing where there is none.
apts_mirror() {
  command -v apt-get >/dev/null || return 0
  # shellcheck disable=SC2016 # the format is apt's
  uri=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' 'Component: main' | head -n 1)
  case $uri in
    # Cloud images name a file of mirrors.
    mirror+file:*) awk '!/^#/ && NF { print $1; exit }' "${uri#mirror+file:}" ;;
    *) echo "$uri" ;;
  esac
}

# apts_setting KEY: what apt's configuration says of it; nothing where it says nothing.
apts_setting() {
  command -v apt-config >/dev/null || return 0
  value=
  eval "$(apt-config shell value "$1")"
  echo "$value"
}
