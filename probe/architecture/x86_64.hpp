#pragma once

#include <cpuid.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/user.h>

#include <cstddef>
#include <cstdint>

namespace probe {

constexpr const char* architecture_name = "x86_64";

/// What the kernel returns: a result, or an error's number below 0.
inline long system_call(long number, long first = 0, long second = 0, long third = 0) {
  long result;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(number), "D"(first), "S"(second), "d"(third)
               : "rcx", "r11", "memory");  // the kernel's way back is in rcx and r11
  return result;
}

/// The number of the system call that a traced process is about to make; −1 where it cannot be read.
inline long traced_system_call_number(pid_t process) {
  return ptrace(PTRACE_PEEKUSER, process, offsetof(user_regs_struct, orig_rax), nullptr);
}

constexpr const char* timer_source = "tsc";

// The barriers are those of Intel's "How to Benchmark Code Execution Times" (324264) with lfence in place of cpuid,
// which costs little and, unlike cpuid, does not leave a virtual machine: lfence waits for all that came before, and
// rdtscp for all that came before it, but neither keeps back what comes after.

inline std::uint64_t timer_begin() {
  // Both halves are put together before the second barrier, so that this never falls into what is timed.
  std::uint64_t ticks;
  asm volatile("lfence\n\trdtsc\n\tshl $32, %%rdx\n\tor %%rdx, %%rax\n\tlfence"
               : "=a"(ticks)
               :
               : "rdx", "cc", "memory");
  return ticks;
}

inline std::uint64_t timer_end() {
  std::uint32_t low;
  std::uint32_t high;
  asm volatile("rdtscp\n\tlfence" : "=a"(low), "=d"(high) : : "rcx", "memory");
  return std::uint64_t{high} << 32 | low;
}

/// 0: no instruction says it on every CPU, and a virtual machine may scale it; it has to be measured against a clock.
inline std::uint64_t timer_hz() {
  return 0;
}

/// Why the timer cannot be read here; empty where it can.
inline const char* timer_problem() {
  constexpr unsigned features = 0x80000001;
  constexpr unsigned has_rdtscp = 1U << 27;
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  const bool known = __get_cpuid(features, &a, &b, &c, &d) != 0;
  return known && (d & has_rdtscp) != 0 ? "" : "this CPU has no rdtscp";
}

}  // namespace probe
