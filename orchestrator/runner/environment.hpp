#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "experiment/experiment.hpp"
#include "factors/host.hpp"
#include "plan/plan.hpp"

namespace orchestrate {

/// Every image that an experiment names, that of `container.image` included.
std::set<std::string> images_of(const Experiment& experiment);

/// Adds to `host` what the engine says of itself and of every image that the experiment uses, those left out that the
/// host says are unavailable. Throws EngineFailure where the engine does not answer or lacks an image.
void ask_engine(Engine& engine, const Experiment& experiment, Host& host);

/// The same for the images of these names.
void ask_engine(Engine& engine, const std::set<std::string>& images, Host& host);

/// Throws EnvironmentFailure where a level would not mean on this engine what it says: a number measured under it would
/// carry a false name.
void refuse_false_levels(const Plan& plan, const Host& host);

/// Where a run takes place, for the journal and environment.json: kernel, CPU, mitigations, clock source, governor, the
/// engine's own description, the images' ids, the probes. What cannot be read is left out.
nlohmann::json describe_environment(const Host& host);

/// In what `after` differs from `before`, one line each ("machine/kernel was 6.1, is 6.2"), both as
/// describe_environment gives them. What changes from one moment to the next (load, the engine's counts and its clock)
/// is not compared.
std::vector<std::string> changes(const nlohmann::json& before, const nlohmann::json& after);

}  // namespace orchestrate
