// The cheapest things a program can do: nothing, a function call, a system call.
#include <sys/syscall.h>
#include <unistd.h>

#include "operations/loop.hpp"

namespace probe {

PROBE_LOOP LoopResult loop_empty_loop(std::uint64_t iterations) {
  for (std::uint64_t i = 0; i < iterations; ++i) keep(i);
  return {0, 0};
}

PROBE_LOOP LoopResult sample_empty_loop(const SampleSize& size, Histogram& ticks) {
  return sample(
      size, 0, [] { return 0L; }, ticks);
}

// The empty asm is a side effect: without it the compiler would see a pure function and drop the calls.
PROBE_LOOP void plain_function() {
  asm volatile("");
}

PROBE_LOOP LoopResult loop_function_call(std::uint64_t iterations) {
  for (std::uint64_t i = 0; i < iterations; ++i) plain_function();
  return {0, 0};
}

PROBE_LOOP LoopResult sample_function_call(const SampleSize& size, Histogram& ticks) {
  const auto call = [] {
    plain_function();
    return 0L;
  };
  return sample(size, 0, call, ticks);
}

PROBE_LOOP LoopResult loop_getpid(std::uint64_t iterations) {
  return repeat(iterations, getpid(), []() -> long { return getpid(); });
}

// As glibc < 2.25 did it. An id that could not be had is not kept.
PROBE_LOOP pid_t cached_getpid() {
  static pid_t id = 0;
  if (id <= 0) id = getpid();
  return id;
}

PROBE_LOOP LoopResult loop_cached_getpid(std::uint64_t iterations) {
  return repeat(iterations, cached_getpid(), []() -> long { return cached_getpid(); });
}

// What `perf bench syscall basic` and lmbench measure.
PROBE_LOOP LoopResult loop_getppid(std::uint64_t iterations) {
  return repeat(iterations, getppid(), []() -> long { return getppid(); });
}

PROBE_LOOP LoopResult sample_getpid(const SampleSize& size, Histogram& ticks) {
  return sample(
      size, getpid(), []() -> long { return getpid(); }, ticks);
}

PROBE_LOOP LoopResult loop_getpid_syscall(std::uint64_t iterations) {
  return repeat(iterations, getpid(), [] { return syscall(SYS_getpid); });
}

PROBE_LOOP LoopResult sample_getpid_syscall(const SampleSize& size, Histogram& ticks) {
  return sample(
      size, getpid(), [] { return syscall(SYS_getpid); }, ticks);
}

}  // namespace probe
