#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "analysis/order_statistics.hpp"
#include "analysis/sequential_signs.hpp"

namespace orchestrate {

/// A value of each round, brought together over the rounds.
struct Estimate {
  double median = 0;
  std::optional<Interval> interval;  ///< of the median, see median_ranks; none with fewer than six rounds
  Interval range;                    ///< smallest and largest
  int rounds = 0;
};

/// The estimate from one value a round, at least one, in a run that looks after `looks` rounds. Between two looks (an
/// interrupted run) the present number of rounds takes the place of the next look.
Estimate estimate(const std::vector<double>& values, const std::vector<int>& looks);

/// Element by element over the rounds that both have: differences, ratios.
std::vector<double> paired(const std::vector<double>& a, const std::vector<double>& b,
                           const std::function<double(double, double)>& combine);

}  // namespace orchestrate
