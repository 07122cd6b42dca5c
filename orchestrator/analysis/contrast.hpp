#pragma once

#include <vector>

#include "analysis/estimate.hpp"
#include "analysis/verdict.hpp"

namespace orchestrate {

/// What the rounds of two conditions say of how they differ.
struct Difference {
  Estimate ns;               ///< base − other
  Estimate ratio;            ///< base / other
  double p = 1;              ///< of "the median difference is zero", two-sided, all looks paid for
  double margin_ns = 0;      ///< see equality_margin
  double equivalence_p = 1;  ///< of "the median difference lies outside of the margin"
  Judgement judgement;
};

/// The values of two conditions' rounds, paired round by round, at least one; `twins` is how far two containers of one
/// condition differ in ns.
Difference difference_between(const std::vector<double>& base, const std::vector<double>& other, const Estimate& twins,
                              const std::vector<int>& looks);

/// Half the width of the estimate's interval as a share of its median; infinite where it has no interval.
double relative_half_width(const Estimate& estimate);

}  // namespace orchestrate
