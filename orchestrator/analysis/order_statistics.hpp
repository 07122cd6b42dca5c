#pragma once

#include <optional>
#include <vector>

namespace orchestrate {

/// The wanted probability that an interval does not hold the true median.
inline constexpr double default_alpha = 0.05;

struct Interval {
  double low = 0;
  double high = 0;
};

/// The middle value, or the mean of the two middle ones. `values` is not empty.
double median(std::vector<double> values);

/// The floor of a condition's batches: their 10th percentile by the nearest-rank rule, the ceil(n/10)-th smallest.
/// Disturbance only adds time and comes in modes, so the median of batches hops between modes while the floor stays.
double floor_of(std::vector<double> values);

/// Which order statistics bound the median at one look.
struct Ranks {
  int low = 0;   ///< counted from 1; 0 where no interval reaches the wanted coverage (fewer than 6 values for 95 %)
  int high = 0;  ///< n + 1 − low
};

/// For each number of values in `looks` (ascending) the ranks of the median's interval, such that the probability that
/// any of the intervals misses the median is at most `alpha`, however one decides at which look to stop.
///
/// The number of values below the median is a random walk with steps of probability 1/2, whatever the distribution
/// (continuous, independent values): an interval misses when the walk is outside its ranks. The probability that it was
/// outside at any look so far is computed exactly, look by look (the recursion of Armitage, McPherson & Rowe 1969,
/// "Repeated significance tests on accumulating data", J. R. Stat. Soc. A 132, 235-244, on the binomial walk), and
/// alpha is spent linearly in the number of values after a first share. With one look these are the textbook ranks
/// (6: 1..6, 9: 2..8, 15: 4..12, 30: 10..21).
std::vector<Ranks> median_ranks(const std::vector<int>& looks, double alpha = default_alpha);

/// The interval that `ranks` cut out of `values`; nothing where the ranks are none.
std::optional<Interval> interval_at(std::vector<double> values, const Ranks& ranks);

}  // namespace orchestrate
