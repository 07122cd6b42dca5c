#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "analysis/summary.hpp"
#include "cli/endurance.hpp"

namespace CLI {
class App;
}

namespace orchestrate {

/// One run of one experiment, as a command line asks for it.
struct MeasurementOptions {
  std::string file;         ///< the experiment's
  int rounds = 0;           ///< 0: as the file says
  std::string time_budget;  ///< "60s"; empty: as the file says
  std::string results = "results";
  std::string engine = "docker";  ///< a docker-compatible client, by name or path
  std::uint64_t seed = 1;         ///< of every random order
  bool require_all = false;       ///< a level that cannot be had is a failure, instead of being skipped
  bool quiet = false;             ///< no progress on standard error
  std::optional<bool> exclusive;  ///< waits for other runs on this machine; by default where a condition is pinned
  Endurance endurance;
};

/// Declares the options that all verbs that measure have in common: --rounds, --results, --engine, --seed,
/// --require-all, and those of add_manners and Endurance.
void add_measurement_options(CLI::App& command, MeasurementOptions& options);

/// What a run found, and where it lies.
struct Measurement {
  Summary summary;
  std::filesystem::path folder;
};

/// Measures: reads the experiment, plans it for this machine, runs it to its end or an interruption, and writes its
/// folder. Throws UsageFailure, EnvironmentFailure, or EngineFailure, the last after what there is was reported.
Measurement measure_experiment(const MeasurementOptions& options);

/// A run that is to go on, as a command line asks for it.
struct ResumptionOptions {
  std::string folder;
  std::string engine;      ///< empty: the client that the run began with
  std::string experiment;  ///< the run's file, needed for values of secret variables and where changes are accepted
  bool accept_changes = false;  ///< what has changed begins another block, a run of its own
  bool quiet = false;
  std::optional<bool> exclusive;
  Endurance endurance;
};

/// Declares --quiet, --verbose, --log-file and --exclusive.
void add_manners(CLI::App& command, bool& quiet, std::optional<bool>& exclusive);

/// Goes on with a run that was interrupted, failed or was killed: keeps its complete rounds, does the others as it
/// would have, and writes its reports. Throws as measure_experiment; UsageFailure where the run is complete or lives,
/// and EnvironmentFailure where what it ran on has changed. Where changes are accepted the run stays as it is, and the
/// experiment is measured anew with the same seed and design, as the next block: the two are never analysed as one.
Measurement resume_measurement(const ResumptionOptions& options);

}  // namespace orchestrate
