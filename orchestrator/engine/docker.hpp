#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "engine/engine.hpp"

namespace orchestrate {

/// How long the engine's client may take before it is taken for hung, and killed. The engine answers `inspect` in tens
/// of milliseconds; one that is starting, or pulled down by a full disk, in many seconds.
struct EngineLimits {
  std::chrono::milliseconds answer{30'000};
  std::chrono::milliseconds removal{60'000};  ///< of all containers of a round at once
};

/// An engine that is driven through a docker-compatible client, `program` by name (looked for on PATH) or path. Throws
/// EnvironmentFailure where there is no such program.
std::unique_ptr<Engine> docker_engine(const std::string& program, const EngineLimits& limits = {});

/// The same for its run_arguments alone: a client that is not on this machine stands there by its name.
std::unique_ptr<Engine> docker_engine_for_planning(const std::string& program);

}  // namespace orchestrate
