#include "support/affinity.hpp"

#include <sched.h>

#include <algorithm>
#include <iterator>

namespace orchestrate {
namespace {

/// Whether this process could be bound to `cpus`; to none it cannot.
bool allow(const std::vector<int>& cpus) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int cpu : cpus) CPU_SET(cpu, &set);
  return !cpus.empty() && ::sched_setaffinity(0, sizeof set, &set) == 0;
}

}  // namespace

std::vector<int> allowed_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cpus;
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
  }
  return cpus;
}

KeptOff::KeptOff(const std::vector<int>& cpus) : before_(allowed_cpus()) {
  std::vector<int> rest;
  std::copy_if(before_.begin(), before_.end(), std::back_inserter(rest),
               [&](int cpu) { return std::find(cpus.begin(), cpus.end(), cpu) == cpus.end(); });
  succeeded_ = allow(rest);
}

KeptOff::~KeptOff() {
  allow(before_);
}

}  // namespace orchestrate
