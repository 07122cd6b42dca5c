#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>

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

/// Throws EnvironmentFailure where a level would not mean on this engine what it says: a number measured under it would
/// carry a false name.
void refuse_false_levels(const Plan& plan, const Host& host);

/// Where a run takes place, for the journal and environment.json: kernel, CPU, mitigations, clock source, governor, the
/// engine's own description, the images' ids, the probes. What cannot be read is left out.
nlohmann::json describe_environment(const Host& host);

}  // namespace orchestrate
