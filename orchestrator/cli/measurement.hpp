#pragma once

#include <filesystem>
#include <string>

#include "analysis/summary.hpp"

namespace CLI {
class App;
}

namespace orchestrate {

/// One run of one experiment, as a command line asks for it.
struct MeasurementOptions {
  std::string file;  ///< the experiment's
  int rounds = 0;    ///< 0: as the file says
  std::string results = "results";
  std::string engine = "docker";  ///< a docker-compatible client, by name or path
  std::uint64_t seed = 1;         ///< of every random order
  bool require_all = false;       ///< a level that cannot be had is a failure, instead of being skipped
  bool quiet = false;             ///< no progress on standard error
};

/// Declares the options that all verbs that measure have in common: --rounds, --results, --engine, --seed,
/// --require-all, --quiet.
void add_measurement_options(CLI::App& command, MeasurementOptions& options);

/// What a run found, and where it lies.
struct Measurement {
  Summary summary;
  std::filesystem::path folder;
};

/// Measures: reads the experiment, plans it for this machine, runs it to its end or an interruption, and writes its
/// folder. Throws UsageFailure, EnvironmentFailure, or EngineFailure, the last after what there is was reported.
Measurement measure_experiment(const MeasurementOptions& options);

}  // namespace orchestrate
