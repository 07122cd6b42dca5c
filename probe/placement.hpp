#pragma once

#include <sys/types.h>

#include <vector>

#include "operation.hpp"

namespace probe {

/// The CPUs of an operation's two ends. One that has a single end runs on the first.
struct Ends {
  int initiator = -1;  ///< -1: nothing is pinned
  int other = -1;

  bool given() const { return initiator >= 0; }
};

/// A set of CPUs as the kernel takes it: CPU n is bit n mod w of word n / w, for words of w bits.
using CpuMask = std::vector<unsigned long>;

/// What the calling thread may run on now; throws CallFailed.
CpuMask allowed_cpus();

/// The numbers of the CPUs in it, ascending.
std::vector<int> cpu_numbers(const CpuMask& mask);

/// Lets a thread (0: the calling one) run on these CPUs, as far as its cpuset allows them; throws CallFailed.
void allow_cpus(pid_t thread, const CpuMask& mask);

/// Lets a thread (0: the calling one) run on that CPU only; throws CallFailed, which names the CPU.
void pin(pid_t thread, int cpu);

/// What the calling thread, which must not be pinned yet, has to be allowed after a pin so that it may run on what it
/// could run on without one, were its cpuset changed meanwhile. Throws CallFailed.
CpuMask without_pin();

/// Pins the calling thread and the operation's other end, where it has one; does nothing where no ends are given.
/// Throws CallFailed, which names the CPU.
void place(const PreparedOperation& prepared, const Ends& ends);

}  // namespace probe
