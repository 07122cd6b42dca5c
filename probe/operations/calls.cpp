// The cheapest things a program can do: nothing, a function call, a system call.
#include <sys/syscall.h>
#include <unistd.h>

#include "operations/loop.hpp"

namespace probe {

PROBE_LOOP LoopResult loop_empty_loop(std::uint64_t iterations) {
  for (std::uint64_t i = 0; i < iterations; ++i) keep(i);
  return {0, 0};
}

// The empty asm is a side effect: without it the compiler would see a pure function and drop the calls.
PROBE_LOOP void plain_function() {
  asm volatile("");
}

PROBE_LOOP LoopResult loop_function_call(std::uint64_t iterations) {
  for (std::uint64_t i = 0; i < iterations; ++i) plain_function();
  return {0, 0};
}

PROBE_LOOP LoopResult loop_getpid(std::uint64_t iterations) {
  return repeat(iterations, getpid(), []() -> long { return getpid(); });
}

PROBE_LOOP LoopResult loop_getpid_syscall(std::uint64_t iterations) {
  return repeat(iterations, getpid(), [] { return syscall(SYS_getpid); });
}

}  // namespace probe
