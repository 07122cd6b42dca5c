#pragma once

#include <optional>
#include <vector>

namespace orchestrate {

/// Whether values rise or fall in the order in which they were measured.
struct Trend {
  double slope = 0;  ///< from one value to the next; the median of the slopes between all pairs
  double p = 1;      ///< of "no trend", two-sided
};

/// The slope is Theil's (1950, "A rank-invariant method of linear and polynomial regression analysis", Proc. Kon. Ned.
/// Akad. Wetensch. A 53, 386-392; Sen 1968, J. Am. Statist. Assoc. 63, 1379-1389), the test Kendall's (1938, "A new
/// measure of rank correlation", Biometrika 30, 81-93): exact up to 50 values without ties, else normal with the
/// variance for ties and continuity correction (Kendall 1970, "Rank Correlation Methods", sections 4.3 and 4.9). Fewer
/// than four values, which could not reach 5 %, have none.
std::optional<Trend> trend_of(const std::vector<double>& values);

}  // namespace orchestrate
