#pragma once

#include <cstdint>
#include <string>

#include "operation.hpp"
#include "timing/batch.hpp"
#include "timing/histogram.hpp"
#include "timing/timer.hpp"

namespace probe {

/// The most calls a sample may have: minutes.
constexpr std::uint64_t most_sampled = 1000000000;

/// The largest SampleSize::every.
constexpr std::uint64_t largest_every = 1000000;

/// A loop in which some calls were timed one by one.
struct Sampled {
  SampleSize size;
  Batch batch;      ///< the whole loop; its time holds that of the timing
  Histogram ticks;  ///< of the calls that were timed, the timer's cost not subtracted
  Timer timer;
};

/// Why single calls of that operation cannot be timed; empty where they can.
std::string sample_problem(const Operation& operation);

/// Examines the timer, warms up, and samples. The operation must be one that can be sampled. Throws CallFailed where a
/// call did not return what it must, std::runtime_error where the timer is no use.
Sampled sample_calls(const Operation& operation, const PreparedOperation& prepared, const SampleSize& size);

}  // namespace probe
