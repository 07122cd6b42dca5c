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

// Each clock twice: as a program reads it, and by the system call whatever the library would do.
#define CLOCK_LOOPS(name, clock)                                                           \
  PROBE_LOOP LoopResult loop_clock_##name(std::uint64_t iterations) {                      \
    return read_clock(clock, iterations);                                                  \
  }                                                                                        \
  PROBE_LOOP LoopResult loop_clock_##name##_syscall(std::uint64_t iterations) {            \
    timespec now;                                                                          \
    return repeat(iterations, 0, [&] { return syscall(SYS_clock_gettime, clock, &now); }); \
  }

CLOCK_LOOPS(monotonic, CLOCK_MONOTONIC)
CLOCK_LOOPS(monotonic_raw, CLOCK_MONOTONIC_RAW)
CLOCK_LOOPS(monotonic_coarse, CLOCK_MONOTONIC_COARSE)
CLOCK_LOOPS(realtime, CLOCK_REALTIME)
CLOCK_LOOPS(realtime_coarse, CLOCK_REALTIME_COARSE)
CLOCK_LOOPS(boottime, CLOCK_BOOTTIME)
CLOCK_LOOPS(tai, CLOCK_TAI)
CLOCK_LOOPS(process_cputime, CLOCK_PROCESS_CPUTIME_ID)
CLOCK_LOOPS(thread_cputime, CLOCK_THREAD_CPUTIME_ID)

PROBE_LOOP LoopResult sample_clock_monotonic(const SampleSize& size, Histogram& ticks) {
  timespec now;
  return sample(
      size, 0, [&]() -> long { return clock_gettime(CLOCK_MONOTONIC, &now); }, ticks);
}

PROBE_LOOP LoopResult sample_clock_monotonic_syscall(const SampleSize& size, Histogram& ticks) {
  timespec now;
  return sample(
      size, 0, [&] { return syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now); }, ticks);
}

}  // namespace probe
