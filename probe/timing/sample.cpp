#include "timing/sample.hpp"

#include <algorithm>
#include <stdexcept>

namespace probe {

namespace {

/// A timer that is not the same on all CPUs may run backward when the process moves to another.
void refuse_backward(const Histogram& ticks) {
  constexpr std::uint64_t below_zero = std::uint64_t{1} << 63;
  if (ticks.largest() >= below_zero) throw std::runtime_error("the timer ran backward: this CPU's cannot be relied on");
}

}  // namespace

std::string sample_problem(const Operation& operation) {
  const std::vector<std::string> names = sampled_operation_names();
  if (std::find(names.begin(), names.end(), operation.name) != names.end()) return {};
  std::string problem = std::string(operation.name) + " cannot be sampled; those that can are ";
  const char* between = "";
  for (const std::string& name : names) {
    problem += between + name;
    between = ", ";
  }
  return problem;
}

Sampled sample_calls(const Operation& operation, const PreparedOperation& prepared, const SampleSize& size) {
  constexpr std::uint64_t enough_to_warm_up = 10000;
  Sampled sampled{size, {}, {}, examine_timer()};
  const auto time = [&](const SampleSize& part) {
    return time_loop(operation, prepared, part.calls,
                     [&](std::uint64_t) { return prepared.sample(part, sampled.ticks); });
  };
  time({std::min(size.calls, enough_to_warm_up), 1});
  sampled.ticks.clear();
  sampled.batch = time(size);
  refuse_backward(sampled.ticks);
  return sampled;
}

}  // namespace probe
