#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "analysis/summary.hpp"

namespace orchestrate {

/// Makes RESULTS/EXPERIMENT and writes a file there, which is removed: better before anything is measured than after.
/// Throws EnvironmentFailure where that fails.
void test_results_folder(const std::filesystem::path& results, const std::string& experiment);

/// Throws EnvironmentFailure where the disk of `folder` has no room for the fewest rounds that the run may have, and
/// returns a warning where it has none for the most; nothing where there is room, or nobody says.
std::optional<std::string> check_free_space(const std::filesystem::path& folder, const Plan& plan);

/// The same for a disk with so many bytes free.
std::optional<std::string> check_free_space(const std::filesystem::path& folder, const Plan& plan,
                                            std::uint64_t free_bytes);

/// Makes RESULTS/EXPERIMENT/UTC-TIME (with "-2", "-3", … where that exists already) and points
/// RESULTS/EXPERIMENT/latest at it. Throws EnvironmentFailure where it cannot be made or written to.
std::filesystem::path new_run_folder(const std::filesystem::path& results, const std::string& experiment,
                                     const std::string& stamp);

/// Reads a run's journal. Throws UsageFailure where `folder` holds none, or a damaged one.
Ledger read_ledger(const std::filesystem::path& folder);

/// Reads a run's journal and writes everything that follows from it: summary.json, samples.csv, report.md, report.html,
/// commands.sh.
/// Throws as read_ledger does, and EnvironmentFailure where it cannot be written.
Summary write_reports(const std::filesystem::path& folder);

/// The same from a ledger of that journal, with every batch, and its summary.
void write_reports(const std::filesystem::path& folder, const Ledger& ledger, const Summary& summary);

}  // namespace orchestrate
