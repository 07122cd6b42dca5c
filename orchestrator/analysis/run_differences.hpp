#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "plan/plan.hpp"

namespace orchestrate {

/// Something in which the machines, engines or experiments of two runs differ; empty where one has no such thing.
struct RunDifference {
  std::string what;
  std::string before;
  std::string after;

  bool operator==(const RunDifference&) const = default;
};

/// In what the environments of two runs differ, of all that may decide what is measured: kernel, mitigations, engine,
/// images, probe, CPU, …, in this order. `before` and `after` are what RunStarted::environment holds.
std::vector<RunDifference> environment_differences(const nlohmann::json& before, const nlohmann::json& after);

/// In what two conditions differ that have the same levels by name: what stands behind a level (a profile's contents,
/// a CPU's number), and levels of factors that neither experiment names. Images and probes are the environment's.
std::vector<RunDifference> level_differences(const PlannedCondition& before, const PlannedCondition& after);

/// In what two designs differ that decides what is measured.
std::vector<RunDifference> design_differences(const Design& before, const Design& after);

}  // namespace orchestrate
