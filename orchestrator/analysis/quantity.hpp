#pragma once

#include <string>
#include <vector>

#include "analysis/ledger.hpp"

namespace orchestrate {

/// Where the quantities of one operation in one condition come from.
struct QuantitySource {
  const Series& series;
  const SystemCallsCounted* counted;       ///< null where nothing was counted
  const std::vector<Sampled>& samples;     ///< by round
  const nlohmann::json& witness;           ///< null where there is none
  const FilterResolved* filter;            ///< null where the host could not read the condition's filter
  std::size_t rounds;                      ///< complete ones; a quantity that is found once a run has a value for each
  Estimator estimator = Estimator::floor;  ///< what "ns" is
};

/// A quantity's value in each round, or why it has none.
struct QuantityValues {
  std::vector<double> values;
  std::string missing;
};

/// The values of a quantity by its name in experiment files ("ns", "system_calls", "switches", …). Throws
/// std::out_of_range for another name.
QuantityValues values_of(const std::string& quantity, const QuantitySource& source);

/// Every name, sorted.
std::vector<std::string> quantity_names();

}  // namespace orchestrate
