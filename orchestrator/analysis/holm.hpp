#pragma once

#include <vector>

namespace orchestrate {

/// Holm's step-down correction of p-values for being a family, in the order of `p`: rejecting where the corrected value
/// is at most alpha keeps the probability of any false rejection among all at most alpha, whatever the dependence
/// (Holm 1979, "A simple sequentially rejective multiple test procedure", Scand. J. Statist. 6, 65-70).
std::vector<double> holm(const std::vector<double>& p);

}  // namespace orchestrate
