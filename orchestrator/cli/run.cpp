#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/measurement.hpp"
#include "cli/terminal.hpp"
#include "cli/verb.hpp"
#include "report/report.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

ExitStatus run(const MeasurementOptions& options) {
  const Measurement measurement = measure_experiment(options);
  std::cout << terminal_report(measurement.summary, output_is_coloured()) << escaped(measurement.folder.string())
            << "\n";
  return measurement.summary.exit;
}

}  // namespace

Action add_run(CLI::App& command) {
  auto options = std::make_shared<MeasurementOptions>();
  command.add_option("FILE", options->file, "The experiment file")->required();
  add_measurement_options(command, *options);
  return [options] { return run(*options); };
}

}  // namespace orchestrate
