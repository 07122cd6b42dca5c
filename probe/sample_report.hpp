#pragma once

#include <string>

#include "timing/sample.hpp"

namespace probe {

/// What a sample showed, in nanoseconds and for people; the timer's cost is subtracted, and a value below 0 stays. What
/// is less than 20 of the timer's steps is marked: so coarse a grid gives a percentile its own value.
std::string sample_report(const Operation& operation, const Sampled& sampled);

}  // namespace probe
