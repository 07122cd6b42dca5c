#include "counting/count.hpp"

#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "architecture/architecture.hpp"

namespace probe {

namespace {

/// No kernel has a system call of this number; with it the child says where what is counted begins and ends.
constexpr long marker = 4000;

constexpr int trace_refused = 77;

std::string name_of(long number) {
  switch (number) {
    case SYS_clock_gettime:
      return "clock_gettime";
    case SYS_clone:
      return "clone";
    case SYS_getpid:
      return "getpid";
    case SYS_getppid:
      return "getppid";
    case SYS_lseek:
      return "lseek";
    case SYS_read:
      return "read";
#ifdef SYS_vfork  // elsewhere vfork() is a clone
    case SYS_vfork:
      return "vfork";
#endif
    case SYS_wait4:
      return "wait4";
    case SYS_write:
      return "write";
    default:
      return "system call " + std::to_string(number);
  }
}

[[noreturn]] void be_traced(const PreparedOperation& prepared, std::uint64_t calls) {
  if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) _exit(trace_refused);
  raise(SIGSTOP);  // the parent says from here on that it wants to see system calls
  // What a loop does once, whatever the number of its turns (getpid's asks for the id to expect), is counted first,
  // alone.
  system_call(marker);
  prepared.run(0);
  system_call(marker);
  const LoopResult result = prepared.run(calls);
  system_call(marker);
  _exit(result.unexpected == 0 ? 0 : 1);
}

/// Waits for the child's next stop; false when it has ended, and `status` says how.
bool next_stop(pid_t child, int& status) {
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return false;
  }
  return WIFSTOPPED(status);
}

/// Lets the child run from system call to system call, and counts those between the second marker and the third, less
/// those between the first and the second.
std::map<std::string, std::uint64_t> follow(pid_t child, int& status) {
  constexpr int system_call_stop = SIGTRAP | 0x80;  // PTRACE_O_TRACESYSGOOD
  std::map<long, std::int64_t> numbers;
  bool entering = true;
  int markers = 0;
  long signal_to_deliver = 0;
  while (ptrace(PTRACE_SYSCALL, child, nullptr, signal_to_deliver) == 0 && next_stop(child, status)) {
    signal_to_deliver = 0;
    if (WSTOPSIG(status) != system_call_stop) {
      signal_to_deliver = WSTOPSIG(status);
      continue;
    }
    if (entering) {
      const long number = traced_system_call_number(child);
      if (number == marker) {
        ++markers;
      } else if (markers == 1 || markers == 2) {
        numbers[number] += markers == 2 ? 1 : -1;
      }
    }
    entering = !entering;
  }
  std::map<std::string, std::uint64_t> named;
  for (const auto& one : numbers) {
    if (one.second > 0) named[name_of(one.first)] += static_cast<std::uint64_t>(one.second);
  }
  return named;
}

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status)) return "the counted process was killed by signal " + std::to_string(WTERMSIG(status));
  if (WEXITSTATUS(status) == trace_refused) return "ptrace(PTRACE_TRACEME) is refused here";
  return WEXITSTATUS(status) == 0 ? "" : "a counted call did not return what it must";
}

}  // namespace

Counted count_system_calls(const PreparedOperation& prepared, std::uint64_t calls) {
  const Turn turn(prepared);
  const pid_t child = fork();
  if (child < 0) return {{}, std::string("fork: ") + std::strerror(errno)};
  if (child == 0) be_traced(prepared, calls);
  int status = 0;
  Counted counted;
  if (next_stop(child, status)) {
    ptrace(PTRACE_SETOPTIONS, child, nullptr, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
    counted.system_calls = follow(child, status);
  }
  counted.refusal = how_it_ended(status);
  if (!counted.refusal.empty()) counted.system_calls.clear();
  return counted;
}

}  // namespace probe
