#pragma once

#include <filesystem>
#include <string>

#include "analysis/summary.hpp"

namespace orchestrate {

/// Makes RESULTS/EXPERIMENT/UTC-TIME (with "-2", "-3", … where that exists already) and points
/// RESULTS/EXPERIMENT/latest at it. Throws EnvironmentFailure where it cannot be made or written to.
std::filesystem::path new_run_folder(const std::filesystem::path& results, const std::string& experiment,
                                     const std::string& stamp);

/// Reads a run's journal. Throws UsageFailure where `folder` holds none, or a damaged one.
Ledger read_ledger(const std::filesystem::path& folder);

/// Writes everything that follows from the journal: summary.json, commands.sh.
void write_reports(const std::filesystem::path& folder, const Summary& summary);

}  // namespace orchestrate
