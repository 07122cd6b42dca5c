#pragma once

#include <string>
#include <vector>

#include "analysis/ledger.hpp"

namespace orchestrate {

/// What each round of a series is worth in ns a call: the floor of its batches, or their median where the design asks
/// for that.
const std::vector<double>& round_values(const Series& series, Estimator estimator);

/// The same of an operation in a slot of a group of a run that has begun; empty where nothing was measured.
const std::vector<double>& round_values(const Ledger& ledger, std::size_t group, std::size_t slot,
                                        const std::string& operation);

/// "floors" or "medians" of batches, whichever the run's values are.
std::string values_are(const Design& design);

}  // namespace orchestrate
