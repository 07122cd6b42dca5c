#pragma once

#include <string>

#include "analysis/estimate.hpp"

namespace orchestrate {

/// Two digits behind the point below ten, one above: more would be noise. Never "-0.00".
std::string number(double value);

/// "9.32 [8.64, 10.2]", or "9.32 range 8.64, 10.2" where there are too few rounds for an interval.
std::string with_interval(const Estimate& estimate);

/// A whole number with its thousands apart: "1 000 000".
std::string grouped_digits(std::int64_t value);

}  // namespace orchestrate
