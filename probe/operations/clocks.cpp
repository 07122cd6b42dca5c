// Reading clocks: by the vDSO, which is no system call, or by the kernel.
#include <sys/syscall.h>
#include <unistd.h>

#include <ctime>

#include "operations/loop.hpp"

namespace probe {

namespace {

__attribute__((always_inline)) inline LoopResult read_clock(clockid_t clock, std::uint64_t iterations) {
  timespec now;
  return repeat(iterations, 0, [&]() -> long { return clock_gettime(clock, &now); });
}

}  // namespace

PROBE_LOOP LoopResult loop_clock_monotonic(std::uint64_t iterations) {
  return read_clock(CLOCK_MONOTONIC, iterations);
}

PROBE_LOOP LoopResult loop_clock_monotonic_syscall(std::uint64_t iterations) {
  timespec now;
  return repeat(iterations, 0, [&] { return syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now); });
}

PROBE_LOOP LoopResult loop_clock_realtime(std::uint64_t iterations) {
  return read_clock(CLOCK_REALTIME, iterations);
}

PROBE_LOOP LoopResult loop_clock_process_cputime(std::uint64_t iterations) {
  return read_clock(CLOCK_PROCESS_CPUTIME_ID, iterations);
}

}  // namespace probe
