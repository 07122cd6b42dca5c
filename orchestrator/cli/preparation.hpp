#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "engine/engine.hpp"
#include "experiment/experiment.hpp"
#include "factors/host.hpp"

namespace orchestrate {

/// A probe that was made, or why it could not be.
struct MadeProbe {
  ProbeIdentity probe;
  std::string refusal;  ///< for a person; empty where the probe is there
};

/// What makes the things that an experiment needs and a machine may lack; tests script it.
struct Workshop {
  /// Gets or makes an image; returns why it cannot be had, or nothing.
  std::function<std::optional<std::string>(const std::string& image)> image;
  /// Makes the probe of a level of `libc` other than `native`, unless it is there and of the present sources.
  std::function<MadeProbe(const std::string& level)> probe;
};

/// Makes what `experiment` needs: its images, where the engine lacks them, and the probes of its libcs. What was made
/// is known to `host` afterwards; a level that cannot be had is unavailable on it, with the reason. Throws
/// EngineFailure where no engine answers, and EnvironmentFailure where the image of every container cannot be had.
void prepare(const Experiment& experiment, Engine& engine, const Workshop& workshop, Host& host);

/// Throws EnvironmentFailure that names every unavailable level, where there is one.
void require_all_levels(const Experiment& experiment, const Host& host);

/// The scripts of docker/, with `client` as the engine's client. What they say goes to standard error as it comes,
/// unless `quiet`. Where one takes longer than `limit` it is ended, and EnvironmentFailure thrown. A signal that asks
/// to stop ends them, and is thrown as a Failure with the status for it.
Workshop workshop_of_scripts(const std::string& client, bool quiet, std::chrono::milliseconds limit);

/// Adds to `host` the probes of the libcs that `experiment` names, as far as they are there; of the others only the
/// place where they will be. Makes nothing and asks no engine.
void add_probes_that_are_there(const Experiment& experiment, Host& host);

}  // namespace orchestrate
