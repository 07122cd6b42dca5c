#!/bin/sh
# That against-peers reads, compares and judges as it says: against-peers_test.sh
# Tools and probe are stand-ins with figures of this test's own, so nothing is measured. Ends at the first check that
# fails, with status 1.
set -eu
script=$(dirname -- "$(readlink -f -- "$0")")/against-peers
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM HUP

checking() { echo "against-peers: $*"; }

fail() {
  echo "FAILED: $*"
  cat "$scratch/stdout" "$scratch/stderr" 2>/dev/null
  exit 1
}

# compare STATUS [ARGUMENT…]: runs the script among the stand-ins alone, and fails on another exit status.
compare() {
  wanted=$1
  shift
  : >"$scratch/calls"
  status=0
  PATH=$scratch/bin "$script" "$@" >"$scratch/stdout" 2>"$scratch/stderr" || status=$?
  [ "$status" = "$wanted" ] || fail "exit status $status in place of $wanted"
}

says() { grep -q -e "$1" "$scratch/stdout" || fail "it does not say: $1"; }
warns() { grep -q -e "$1" "$scratch/stderr" || fail "it does not warn: $1"; }

# figure NAME NS…: what a stand-in says, one figure a call, the last one for ever.
figure() {
  name=$1
  shift
  for ns; do echo "$ns"; done >"$scratch/figures/$name"
}

mkdir "$scratch/bin" "$scratch/figures"
for program in awk cat cut dirname grep head mktemp readlink rm sed sh sort tee uname; do
  ln -s "$(command -v "$program")" "$scratch/bin/$program"
done

# next NAME: takes the next figure, and notes the call.
cat >"$scratch/bin/next" <<END
#!/bin/sh
echo "\$1" >>'$scratch/calls'
file='$scratch/figures'/\$1
[ -s "\$file" ] || exit 0
head -n 1 "\$file"
[ "\$(sed -n '\$=' "\$file")" = 1 ] || sed -i 1d "\$file"
END
cat >"$scratch/bin/taskset" <<'END'
#!/bin/sh
[ "$1" = --cpu-list ] || exit 1
shift 2
exec "$@"
END
cat >"$scratch/perf" <<'END'
#!/bin/sh
case $* in
  'bench syscall basic '*) name=getppid ;;
  'bench sched pipe --threaded '*) name=threads ;;
  'bench sched pipe '*) name=pipe ;;
esac
next "perf-$name" | awk '{ printf "# Running\n\n     Total time: 0.079 [sec]\n\n%15.6f usecs/op\n  12,594,455 ops/sec\n", $1 / 1000 }'
END
cat >"$scratch/stress-ng" <<'END'
#!/bin/sh
next stress | awk '{
  printf "stress-ng: metrc: [7] vdso  %.2f nanosecs per call (excluding test overhead) (geometic mean of 1 instances)\n", $1
  print "stress-ng: metrc: [7] vdso  1.39 nanosecs for test overhead (geometic mean of 1 instances)"
}' >&2
END
cat >"$scratch/probe" <<'END'
#!/bin/sh
next "$2" | awk '{ printf "%s: it\n  floor (p10)  1.0 ns/op\n  median  %.3f ns/op\n  minimum  1.0 ns/op\n", "op", $1 }'
END
chmod +x "$scratch/bin/next" "$scratch/bin/taskset" "$scratch/perf" "$scratch/stress-ng" "$scratch/probe"
install_tools() { ln -sf "$scratch/perf" "$scratch/stress-ng" "$scratch/bin/"; }
install_tools

ordinary_figures() {
  figure perf-getppid 84
  figure perf-pipe 2300
  figure perf-threads 2200
  figure stress 17
  figure getppid 80
  figure pipe_pingpong 2300
  figure pipe_pingpong_threads 2100
  figure clock_monotonic 17.1
  figure empty_loop 0.1
}

checking "what agrees is within 10 %"
ordinary_figures
compare 0 "$scratch/probe" 3
[ "$(grep -c 'within 10 %$' "$scratch/stdout")" = 4 ] || fail "not all four agree"
says '^  getppid  *perf bench syscall basic  *84.0  *80.0  *1.050 '
says '^  clock_monotonic  *stress-ng --vdso  *17.0  *17.0  *1.000 '

checking "the smallest of the runs is compared, and the middle one shown"
# The first figure is that of the trial.
figure perf-getppid 1 90 84 300
figure getppid 1 95 80 85
compare 0 "$scratch/probe" 3
says '^  getppid  *perf bench syscall basic  *84.0  *80.0  *1.050  *90.0  *85.0  *1.059 '

checking "tool and probe take turns, and who goes first changes"
ordinary_figures
compare 0 "$scratch/probe" 2
[ "$(grep -e '^perf-pipe$' -e '^pipe_pingpong$' "$scratch/calls" | tr '\n' ' ')" = \
  'perf-pipe pipe_pingpong perf-pipe pipe_pingpong pipe_pingpong perf-pipe ' ] || fail "$(cat "$scratch/calls")"

checking "what is explained is no failure, as far as it is explained"
ordinary_figures
figure getppid 70
figure perf-getppid 78
compare 0 "$scratch/probe" 1
says '^  getppid .* explained: perf calls through its procedure linkage table'
figure perf-getppid 78.1
compare 1 "$scratch/probe" 1
says '^  getppid .* NOT EXPLAINED$'
warns '^load .*: where other processes want CPU'

checking "a tool that is faster than the probe is not explained"
ordinary_figures
figure stress 15
compare 1 "$scratch/probe" 1
says '^  clock_monotonic .* NOT EXPLAINED$'

checking "a ping-pong between processes has no explanation"
ordinary_figures
figure perf-pipe 2531
compare 1 "$scratch/probe" 1
says '^  pipe_pingpong  .* NOT EXPLAINED$'

checking "what is missing is skipped, and said"
ordinary_figures
figure pipe_pingpong
compare 0 "$scratch/probe" 1
warns '^pipe_pingpong: skipped, .*/probe gives no figure for it$'
figure stress
compare 0 "$scratch/probe" 1
warns '^clock_monotonic: skipped, stress-ng --vdso gives no figure here$'
rm "$scratch/bin/perf"
ordinary_figures
compare 0 "$scratch/probe" 1
warns '^getppid: skipped, perf bench syscall basic is not installed (package linux-perf)$'
says '^  clock_monotonic '
rm "$scratch/bin/stress-ng"
compare 77 "$scratch/probe" 1
install_tools

checking "wrong usage is told"
compare 2 "$scratch/no-probe"
warns 'no-probe is none'
compare 2 "$scratch/probe" 0
warns 'RUNS is 0'
compare 2 "$scratch/probe" 1 more
