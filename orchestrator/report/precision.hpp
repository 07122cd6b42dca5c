#pragma once

#include <optional>
#include <string>

#include "analysis/summary.hpp"

namespace orchestrate {

/// How precise a run became, and what it would have taken where that is less than was wanted.
struct Precision {
  double wanted = 0;              ///< half width of the ratio's 95 % interval, as a share: 0.02 is 2 %
  std::optional<double> reached;  ///< of the widest one; none where one has no interval
  /// About so many rounds in all would reach it, taking so long; none where it is reached, or nothing can be said.
  std::optional<int> rounds_needed;
  std::optional<double> seconds_needed;
};

/// Nothing where a run has no numbers. An interval of ranks narrows with the root of the number of rounds.
std::optional<Precision> precision_of(const Summary& summary);

/// "±0.84 % reached, ±2.00 % wanted", with what it would take; empty where a run has no numbers.
std::string precision_text(const Summary& summary);

}  // namespace orchestrate
