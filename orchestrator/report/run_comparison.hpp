#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "analysis/run_comparison.hpp"
#include "report/paper.hpp"

namespace orchestrate {

/// Two runs beside each other for a person: in what they differ, what changed by how much, what could not be compared,
/// and what it comes to. `before` and `after` are how the runs are named, as their folders.
std::string run_comparison_text(const RunComparison& comparison, const std::string& before, const std::string& after,
                                const Paper& paper);

/// The same for a program, schema `orchestrate-comparison/1`. An absent value is an absent key.
nlohmann::ordered_json run_comparison_json(const RunComparison& comparison, const std::string& before,
                                           const std::string& after);

}  // namespace orchestrate
