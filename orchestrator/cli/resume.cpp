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

ExitStatus resume(const ResumptionOptions& options) {
  const Measurement measurement = resume_measurement(options);
  std::cout << terminal_report(measurement.summary, paper_of_output()) << escaped(measurement.folder.string()) << "\n";
  return measurement.summary.exit;
}

}  // namespace

Action add_resume(CLI::App& command) {
  auto options = std::make_shared<ResumptionOptions>();
  command.add_option("DIR", options->folder, "The folder of a run that was interrupted, failed or was killed")
      ->required();
  command.add_option("--engine", options->engine, "Another docker-compatible client than the run began with");
  command.add_option("--experiment", options->experiment,
                     "The run's experiment file, where it has values of secret variables: these are not kept");
  command
      .add_flag(
          "--accept-changes", options->accept_changes,
          "Where kernel, engine, images or probe have changed, measure the experiment anew as a second block, a run "
          "of its own; needs --experiment")
      ->needs("--experiment");
  add_manners(command, options->quiet, options->exclusive);
  add_endurance(command, options->endurance);
  return [options] { return resume(*options); };
}

}  // namespace orchestrate
