#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>

#include "cli/exports.hpp"
#include "cli/measurement.hpp"
#include "cli/terminal.hpp"
#include "cli/verb.hpp"
#include "report/report.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

struct RunOptions {
  MeasurementOptions measurement;
  Exports exports;
};

ExitStatus run(const RunOptions& options) {
  refuse_mixed_output(options.exports);
  const Measurement measurement = measure_experiment(options.measurement);
  people_read(options.exports) << terminal_report(measurement.summary, paper_of_output())
                               << escaped(measurement.folder.string()) << "\n";
  export_files(measurement.folder, options.exports);
  return measurement.summary.exit;
}

}  // namespace

Action add_run(CLI::App& command) {
  auto options = std::make_shared<RunOptions>();
  command.add_option("FILE", options->measurement.file, "The experiment file")->required();
  add_measurement_options(command, options->measurement);
  command
      .add_option("--time-budget", options->measurement.time_budget,
                  "Rounds until so much time is spent, as 60s or 5min, precise or not")
      ->excludes("--rounds");
  add_export_options(command, options->exports);
  return [options] { return run(*options); };
}

}  // namespace orchestrate
