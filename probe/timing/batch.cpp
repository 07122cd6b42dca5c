#include "timing/batch.hpp"

#include <sched.h>

#include <cerrno>
#include <ctime>
#include <stdexcept>

#include "failure.hpp"

namespace probe {

namespace {

std::uint64_t monotonic_ns() {
  timespec now;
  if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) throw CallFailed("clock_gettime(CLOCK_MONOTONIC)", errno);
  return static_cast<std::uint64_t>(now.tv_sec) * 1000000000 + static_cast<std::uint64_t>(now.tv_nsec);
}

[[noreturn]] void refuse(const Operation& operation, const LoopResult& result, int error) {
  // glibc's getpid() "cannot fail" and hands out the kernel's negative error number as it is.
  constexpr long largest_error = 4095;
  if (error == 0 && result.last < 0 && result.last >= -largest_error) error = static_cast<int>(-result.last);
  if (error != 0) throw CallFailed(operation.call, error);
  throw std::runtime_error(std::string(operation.call) + " returned " + std::to_string(result.last) +
                           " or, before that, something else that it must not return");
}

OtherEnd ask_other_end(const PreparedOperation& prepared) {
  return prepared.other_end ? prepared.other_end() : OtherEnd{};
}

}  // namespace

Batch time_batch(const Operation& operation, const PreparedOperation& prepared, std::uint64_t iterations) {
  return time_loop(operation, prepared, iterations, prepared.run);
}

Batch time_loop(const Operation& operation, const PreparedOperation& prepared, std::uint64_t iterations,
                const std::function<LoopResult(std::uint64_t iterations)>& loop) {
  const Turn turn(prepared);
  const OtherEnd other_before = ask_other_end(prepared);
  const Usage usage_before = thread_usage();
  const int cpu_before = sched_getcpu();
  errno = 0;
  const std::uint64_t started_ns = monotonic_ns();
  const LoopResult result = loop(iterations);
  const std::uint64_t ended_ns = monotonic_ns();
  const int error = errno;
  const int cpu_after = sched_getcpu();
  const Usage usage_after = thread_usage();
  if (result.unexpected != 0) refuse(operation, result, error);
  const OtherEnd other_after = ask_other_end(prepared);
  return {iterations,
          started_ns,
          ended_ns - started_ns,
          {difference(usage_after, usage_before), cpu_before, cpu_after},
          static_cast<bool>(prepared.other_end),
          {difference(other_after.usage, other_before.usage), other_before.cpu, other_after.cpu}};
}

PreparedOperation prepare_and_warm_up(const Operation& operation, const Ends& ends) {
  constexpr std::uint64_t long_enough_ns = 1000000;
  PreparedOperation prepared = operation.prepare();
  place(prepared, ends);
  std::uint64_t iterations = 1;
  while (time_batch(operation, prepared, iterations).elapsed_ns < long_enough_ns) iterations *= 2;
  return prepared;
}

}  // namespace probe
