#pragma once

#include <optional>
#include <vector>

#include "analysis/order_statistics.hpp"
#include "analysis/sequential_signs.hpp"

namespace orchestrate {

/// How far one sample lies from another that is not paired with it.
struct Shift {
  double median = 0;                 ///< Hodges & Lehmann's estimate: the median of all differences b − a
  std::optional<Interval> interval;  ///< none where the samples are too small (4 against 4 is the least for 95 %)
  double p = 1;                      ///< of the two-sided Mann-Whitney test; ties count half
};

/// The shift from `a` to `b`, neither empty (Hodges & Lehmann 1963, "Estimates of location based on rank tests", Ann.
/// Math. Statist. 34, 598-611). The interval holds those shifts that the Mann-Whitney test does not reject at `alpha`:
/// the order statistics of all differences (Lehmann 1975, "Nonparametrics", section 2.6).
///
/// Up to 50 values each the test is exact (the recursion of Mann & Whitney 1947, "On a test of whether one of two
/// random variables is stochastically larger than the other", Ann. Math. Statist. 18, 50-60); beyond it is the normal
/// approximation with continuity correction, good to 0.001 there.
Shift shift_between(const std::vector<double>& a, const std::vector<double>& b, double alpha = default_alpha);

/// The probability that Mann & Whitney's U of samples of `m` and `n` values is at most `u` when both come from one
/// continuous distribution.
double mann_whitney_probability(int m, int n, int u);

}  // namespace orchestrate
