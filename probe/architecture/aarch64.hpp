#pragma once

#include <elf.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/user.h>

#include <cstdint>

namespace probe {

constexpr const char* architecture_name = "aarch64";

/// What the kernel returns: a result, or an error's number below 0.
inline long system_call(long number, long first = 0, long second = 0, long third = 0) {
  register long x8 asm("x8") = number;
  register long x0 asm("x0") = first;
  register long x1 asm("x1") = second;
  register long x2 asm("x2") = third;
  asm volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
  return x0;
}

/// The number of the system call that a traced process is about to make; −1 where it cannot be read.
inline long traced_system_call_number(pid_t process) {
  user_regs_struct registers;
  iovec place = {&registers, sizeof registers};
  if (ptrace(PTRACE_GETREGSET, process, NT_PRSTATUS, &place) != 0) return -1;
  return static_cast<long>(registers.regs[8]);
}

constexpr const char* timer_source = "cntvct";

// The counter may be read ahead of what stands before it, hence an isb on either side (Arm ARM, "Ordering of reads of
// the counter"; Linux's own arch_counter_get_cntvct does the same).

inline std::uint64_t timer_begin() {
  std::uint64_t ticks;
  asm volatile("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r"(ticks) : : "memory");
  return ticks;
}

inline std::uint64_t timer_end() {
  return timer_begin();
}

/// What the firmware has put down for it. The counter may move in steps of several ticks all the same: one that is
/// scaled to 1 GHz, or emulated.
inline std::uint64_t timer_hz() {
  std::uint64_t hz;
  asm volatile("mrs %0, cntfrq_el0" : "=r"(hz));
  return hz;
}

/// Why the timer cannot be read here; empty where it can.
inline const char* timer_problem() {
  return timer_hz() != 0 ? "" : "the firmware has not said how often the counter ticks (cntfrq_el0 is 0)";
}

}  // namespace probe
