#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/mann_whitney.hpp"
#include "analysis/run_differences.hpp"
#include "analysis/summary.hpp"

namespace orchestrate {

/// What changed for an operation from the first run to the second.
enum class Change {
  slower,      ///< for certain, and by more than the tolerance: a regression
  faster,      ///< the same the other way
  same,        ///< the whole interval lies within the tolerance
  unresolved,  ///< neither can be said
};

std::string to_text(Change change);

/// One operation in one condition that both runs have measured.
struct OperationChange {
  std::string operation;
  Condition condition;  ///< the factors that either experiment names
  Estimate before_ns;
  Estimate after_ns;
  Shift shift_ns;                          ///< after − before
  double ratio = 1;                        ///< after / before: the shift of the logarithms
  std::optional<Interval> ratio_interval;  ///< none where the shift has none
  double p_holm = 1;                       ///< of the shift's test, corrected for all operations that are compared
  double tolerated_ns = 0;                 ///< a shift up to this counts as none
  Change change = Change::unresolved;
  std::string reason;
};

/// An operation in a condition that both runs hold but that cannot be compared.
struct NotCompared {
  std::string operation;
  Condition condition;
  std::string reason;
};

/// Two runs beside each other.
struct RunComparison {
  double tolerance = 0;  ///< 0.05 is 5 %
  std::vector<RunDifference> differences;
  std::vector<OperationChange> operations;
  std::vector<NotCompared> not_compared;
  /// How much longer loops took that no kernel and no engine touches, after / before; none where a run lacks them.
  std::optional<double> machine_ratio;
  ExitStatus exit = ExitStatus::success;  ///< 1 where anything is slower, 3 where a run withheld a number
};

/// Compares the rounds of two runs, unpaired, operation by operation where the conditions have the same levels: all
/// factors that either experiment names, an unnamed one by its ordinary level. A shift counts when Holm over all
/// operations leaves it, as slower or faster when it is beyond the tolerance too, a share of the first run's value and
/// at least 1 ns. Throws UsageFailure with the reason where the runs cannot be compared.
RunComparison compare_runs(const Ledger& before, const Ledger& after, double tolerance);

}  // namespace orchestrate
