#pragma once

#include <memory>
#include <string>

#include "engine/engine.hpp"

namespace orchestrate {

/// An engine that is driven through a docker-compatible client, `program` by name (looked for on PATH) or path. Throws
/// EnvironmentFailure where there is no such program.
std::unique_ptr<Engine> docker_engine(const std::string& program);

/// The same for its run_arguments alone: a client that is not on this machine stands there by its name.
std::unique_ptr<Engine> docker_engine_for_planning(const std::string& program);

}  // namespace orchestrate
