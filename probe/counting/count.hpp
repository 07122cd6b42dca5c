#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "operation.hpp"

namespace probe {

/// Which system calls a number of calls of an operation made.
struct Counted {
  std::map<std::string, std::uint64_t> system_calls;  ///< by name, "clock_gettime": 1000; empty where there were none
  std::string refusal;                                ///< why nothing could be counted; empty where it could
};

/// Does the operation `calls` times in a child that is traced, and counts every system call it makes on the way: its
/// own, not those of an operation's other end, nor those of programs that the operation starts. Exact, at some
/// microseconds a system call: never part of a timed batch. Docker's default filter allows ptrace since Linux 4.8 (moby
/// profiles/seccomp); where it is refused, so says the result.
Counted count_system_calls(const PreparedOperation& prepared, std::uint64_t calls);

}  // namespace probe
