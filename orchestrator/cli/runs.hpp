#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "report/table.hpp"

namespace orchestrate {

/// The folders of all runs in a folder of results, the oldest first: RESULTS/EXPERIMENT/UTC-TIME, and those one deeper
/// that `reproduce` makes. A run is what has a journal. Throws UsageFailure where `results` is no folder.
std::vector<std::filesystem::path> runs_in(const std::filesystem::path& results);

/// The folder of the newest of them. Throws UsageFailure where there is none.
std::filesystem::path newest_run(const std::filesystem::path& results);

/// a row a run: where it is, how many rounds it has, its contrasts and claims by verdict, its exit
/// status. A run without a readable summary.json says so in place of verdicts.
Table table_of_runs(const std::vector<std::filesystem::path>& runs);

}  // namespace orchestrate
