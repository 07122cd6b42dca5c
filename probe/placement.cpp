#include "placement.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>

#include "failure.hpp"

namespace probe {

namespace {

constexpr std::size_t word_bits = sizeof(unsigned long) * CHAR_BIT;

// By system call: glibc < 2.27 refuses masks that are longer than the kernel's.
bool set_affinity(pid_t thread, const CpuMask& mask) {
  return syscall(SYS_sched_setaffinity, thread, mask.size() * sizeof(unsigned long), mask.data()) == 0;
}

}  // namespace

CpuMask allowed_cpus() {
  // The kernel refuses a mask that is smaller than its own, however few CPUs there are.
  constexpr std::size_t most_bits = 1 << 20;
  for (CpuMask mask(1024 / word_bits);; mask.resize(2 * mask.size())) {
    const long bytes = syscall(SYS_sched_getaffinity, 0, mask.size() * sizeof(unsigned long), mask.data());
    if (bytes > 0) {
      mask.resize(static_cast<std::size_t>(bytes) / sizeof(unsigned long));
      return mask;
    }
    if (errno != EINVAL || mask.size() * word_bits >= most_bits) throw CallFailed("sched_getaffinity", errno);
  }
}

std::vector<int> cpu_numbers(const CpuMask& mask) {
  std::vector<int> numbers;
  for (std::size_t cpu = 0; cpu < mask.size() * word_bits; ++cpu) {
    if ((mask[cpu / word_bits] >> cpu % word_bits & 1) != 0) numbers.push_back(static_cast<int>(cpu));
  }
  return numbers;
}

void allow_cpus(pid_t thread, const CpuMask& mask) {
  if (!set_affinity(thread, mask)) throw CallFailed("sched_setaffinity", errno);
}

void pin(pid_t thread, int cpu) {
  const std::size_t bit = static_cast<std::size_t>(cpu);
  CpuMask mask(bit / word_bits + 1);
  mask.back() = 1UL << bit % word_bits;
  if (!set_affinity(thread, mask)) {
    throw CallFailed("sched_setaffinity to CPU " + std::to_string(cpu) + ", which must exist and be allowed here",
                     errno);
  }
}

// Since Linux 6.2 a thread never gets more than it once asked for, so whoever asks for what a cpuset holds today does
// not see it widened tomorrow: every CPU has to be asked for. Where that gives more than there was, somebody else
// (taskset) had narrowed it, and this is kept.
CpuMask without_pin() {
  CpuMask now = allowed_cpus();
  CpuMask every(now.size(), ~0UL);
  allow_cpus(0, every);
  if (allowed_cpus() == now) return every;
  allow_cpus(0, now);
  return now;
}

void place(const PreparedOperation& prepared, const Ends& ends) {
  if (!ends.given()) return;
  pin(0, ends.initiator);
  if (prepared.pin_other_end) prepared.pin_other_end(ends.other);
}

}  // namespace probe
