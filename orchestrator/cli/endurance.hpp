#pragma once

#include "engine/docker.hpp"
#include "runner/runner.hpp"

namespace CLI {
class App;
}

namespace orchestrate {

/// How long is waited for whom, and how often a condition may fail.
struct Endurance {
  Patience patience;
  EngineLimits engine;
  int retries = 2;
};

/// Declares --engine-timeout and --removal-timeout, for verbs that only speak to the engine.
void add_engine_timeouts(CLI::App& command, EngineLimits& limits);

/// Declares --retries and the time-outs: --ready-timeout, --answer-timeout, --engine-timeout, --removal-timeout,
/// --run-timeout.
void add_endurance(CLI::App& command, Endurance& endurance);

}  // namespace orchestrate
