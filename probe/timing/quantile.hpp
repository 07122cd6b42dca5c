#pragma once

#include <vector>

namespace probe {

/// The smallest of the values that has at least the given share (0 to 1) of them at or below itself. There must be a
/// value.
double quantile(std::vector<double> values, double share);

}  // namespace probe
