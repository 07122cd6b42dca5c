#pragma once

#include <optional>
#include <vector>

namespace orchestrate {

struct Interval {
  double low = 0;
  double high = 0;
};

/// The middle value, or the mean of the two middle ones. `values` is not empty.
double median(std::vector<double> values);

/// The floor of a condition's batches: their 10th percentile by the nearest-rank rule, the ceil(n/10)-th smallest.
/// Disturbance only adds time and comes in modes, so the median of batches hops between modes while the floor stays.
double floor_of(std::vector<double> values);

/// Which order statistics bound the median (sequential_signs.hpp).
struct Ranks {
  int low = 0;   ///< counted from 1; 0 where no interval reaches the wanted coverage (fewer than 6 values for 95 %)
  int high = 0;  ///< n + 1 − low
};

/// The interval that `ranks` cut out of `values`; nothing where the ranks are none.
std::optional<Interval> interval_at(std::vector<double> values, const Ranks& ranks);

}  // namespace orchestrate
