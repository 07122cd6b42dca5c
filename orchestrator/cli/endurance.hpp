#pragma once

#include <chrono>

#include "engine/docker.hpp"
#include "runner/runner.hpp"

namespace CLI {
class App;
}

namespace orchestrate {

/// What an image or a probe may take to make unless somebody says otherwise: a slow mirror and a busy machine included.
constexpr std::chrono::milliseconds longest_preparation = std::chrono::hours(1);

/// How long is waited for whom, and how often a condition may fail.
struct Endurance {
  Patience patience;
  EngineLimits engine;
  std::chrono::milliseconds preparation = longest_preparation;  ///< of one image or probe
  int retries = 2;
};

/// Declares --engine-timeout, for verbs that remove no container.
void add_engine_timeout(CLI::App& command, EngineLimits& limits);

/// Declares --engine-timeout and --removal-timeout, for verbs that only speak to the engine.
void add_engine_timeouts(CLI::App& command, EngineLimits& limits);

/// Declares --preparation-timeout.
void add_preparation_timeout(CLI::App& command, std::chrono::milliseconds& limit);

/// Declares --retries and the time-outs: --ready-timeout, --answer-timeout, --engine-timeout, --removal-timeout,
/// --preparation-timeout, --run-timeout.
void add_endurance(CLI::App& command, Endurance& endurance);

}  // namespace orchestrate
