#pragma once

#include <cstddef>
#include <vector>

#include "analysis/order_statistics.hpp"

namespace orchestrate {

/// The wanted probability that an interval does not hold the true median.
inline constexpr double default_alpha = 0.05;

/// The sign test of a median, and the interval that belongs to it, on values that are looked at several times.
///
/// The number of values below the median is a random walk with steps of probability 1/2, whatever the distribution
/// (continuous, independent values). How extreme an outcome is, is its two-sided binomial probability at that look
/// alone, divided by the look's weight; the p-value is the exact probability that the walk is ever so extreme, at any
/// look, computed look by look (the recursion of Armitage, McPherson & Rowe 1969, "Repeated significance tests on
/// accumulating data", J. R. Stat. Soc. A 132, 235-244, on the binomial walk). So a p-value, and an interval, keeps its
/// word however one decides at which look to stop. Both come from one order of outcomes: an interval of coverage
/// 1 − alpha leaves out a value exactly where the value's p is at most alpha.
///
/// The weights are fixed by the looks, before the data: the first look that can give 95 % at all may use half of 5 %,
/// or what its whole range needs (3.1 % at 6 values); the later ones get the largest equal weight with which 5 % hold,
/// and what binomial steps leave over goes to the last ones. With one look this is the textbook's test and interval.
class SequentialSignTest {
 public:
  /// `looks` are the numbers of values, ascending, at least one.
  explicit SequentialSignTest(std::vector<int> looks);

  /// The ranks of the median's interval at each look.
  [[nodiscard]] std::vector<Ranks> ranks(double alpha) const;

  /// The p-value where at look `look` (counted from 0) the rarer sign has `rarer` values.
  [[nodiscard]] double two_sided_p(std::size_t look, int rarer) const;

  /// The p-value against the one alternative of which `against` values speak against: few are extreme.
  [[nodiscard]] double one_sided_p(std::size_t look, int against) const;

 private:
  enum class Sides { lower, both };

  void weigh();
  [[nodiscard]] int rank(std::size_t look, double level) const;
  [[nodiscard]] double ever_beyond(double level, Sides sides) const;
  [[nodiscard]] double level_of(std::size_t look, int rarer) const;

  std::vector<int> looks_;
  std::vector<std::vector<double>> alone_;  ///< by look and count: the two-sided p of the look alone
  std::vector<double> weights_;             ///< by look
};

/// The looks of a run that has `rounds` rounds now: the preset ones where that is one of them; between two (an
/// interrupted run) the present number takes the place of the next look, which is the last then.
std::vector<int> looks_until(int rounds, const std::vector<int>& looks);

/// For each number of values in `looks` (ascending) the ranks of the median's interval, such that the probability that
/// any of the intervals misses the median is at most `alpha`. With one look these are the textbook ranks (6: 1..6,
/// 9: 2..8, 15: 4..12, 30: 10..21).
std::vector<Ranks> median_ranks(const std::vector<int>& looks, double alpha = default_alpha);

/// The p-value of "the median of `values` is zero"; a value of zero counts against what the others say. 1 where there
/// are none.
double sign_test(const std::vector<double>& values, const std::vector<int>& looks);

/// The p-value of "the median lies on the other side" where `against` of `rounds` values lie there: the fewer, the
/// smaller. 1 where there are no rounds.
double one_sided_sign_test(int against, int rounds, const std::vector<int>& looks);

}  // namespace orchestrate
