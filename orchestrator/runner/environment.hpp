#pragma once

#include <nlohmann/json.hpp>

#include "engine/engine.hpp"
#include "factors/host.hpp"

namespace orchestrate {

/// Where a run takes place, for the journal and environment.json: kernel, CPU, mitigations, clock source, governor, the
/// engine's own description, the image's id, the probe. What cannot be read is left out. Throws EngineFailure where the
/// engine does not answer or has no such image.
nlohmann::json describe_environment(Engine& engine, const std::string& image, const Host& host);

}  // namespace orchestrate
