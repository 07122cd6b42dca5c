#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <array>
#include <iostream>
#include <memory>

#include "cli/measurement.hpp"
#include "cli/places.hpp"
#include "cli/run_folder.hpp"
#include "cli/terminal.hpp"
#include "cli/verb.hpp"
#include "engine/engine.hpp"
#include "report/report.hpp"
#include "report/reproduction.hpp"
#include "support/files.hpp"
#include "support/interruption.hpp"
#include "support/text.hpp"
#include "support/time.hpp"

namespace orchestrate {
namespace {

namespace fs = std::filesystem;

/// In the order in which they are run.
constexpr std::array experiments{"seccomp", "syscall-cost", "clocks", "getpid-latency", "glibc", "context-switch"};

/// In the order in which they are told; each names the claims that settle its sentences.
constexpr std::array articles{"syscall-cost", "clocks", "getpid-latency", "context-switch"};

/// One experiment into a folder of its own below `folder`. A failure is a finding here: the others go on.
ReproducedExperiment reproduced(const std::string& name, MeasurementOptions options, const fs::path& folder,
                                ExitStatus& exit) {
  options.file = (experiments_folder() / (name + ".yaml")).string();
  options.results = folder.string();
  try {
    Measurement measurement = measure_experiment(options);
    exit = worse(exit, measurement.summary.exit);
    return {fs::relative(measurement.folder, folder).string(), std::move(measurement.summary), {}};
  } catch (const EnvironmentFailure& failure) {
    spdlog::error("{}: {}", name, failure.what());
    exit = worse(exit, ExitStatus::environment);
    return {{}, std::nullopt, failure.what()};
  }
}

ExitStatus reproduce(const MeasurementOptions& options) {
  Reproduction reproduction;
  reproduction.started_utc = utc_stamp();
  const fs::path folder = new_run_folder(options.results, "reproduce", reproduction.started_utc);
  ExitStatus exit = ExitStatus::success;
  for (const char* name : experiments) {
    if (interruption_wanted()) break;
    if (!options.quiet) std::cerr << "\n" << name << "\n";
    ReproducedExperiment experiment = reproduced(name, options, folder, exit);
    if (experiment.summary) {
      reproduction.environment = experiment.summary->run.environment;
      write_file(folder / experiment.folder / "report.txt", terminal_report(*experiment.summary, false));
    }
    reproduction.experiments[name] = std::move(experiment);
  }
  for (const char* name : articles) {
    reproduction.articles.push_back(settle(reference_named(name), reproduction.experiments));
  }
  write_file(folder / "reproduction.md", reproduction_markdown(reproduction));
  std::cout << reproduction_text(reproduction, paper_of_output()) << escaped((folder / "reproduction.md").string())
            << "\n";
  return exit;
}

}  // namespace

Action add_reproduce(CLI::App& command) {
  auto options = std::make_shared<MeasurementOptions>();
  add_measurement_options(command, *options);
  return [options] { return reproduce(*options); };
}

}  // namespace orchestrate
