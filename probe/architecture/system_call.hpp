#pragma once

#include <elf.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/user.h>

#include <cstddef>

namespace probe {

/// The number of the system call that a traced process is about to make; −1 where it cannot be read.
inline long system_call_number(pid_t process) {
#if defined(__x86_64__)
  return ptrace(PTRACE_PEEKUSER, process, offsetof(user_regs_struct, orig_rax), nullptr);
#elif defined(__aarch64__)
  user_regs_struct registers;
  iovec place = {&registers, sizeof registers};
  if (ptrace(PTRACE_GETREGSET, process, NT_PRSTATUS, &place) != 0) return -1;
  return static_cast<long>(registers.regs[8]);
#else
#error "say here in which register this architecture keeps a system call's number"
#endif
}

}  // namespace probe
