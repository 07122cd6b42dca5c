#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/run_folder.hpp"
#include "cli/runs.hpp"
#include "cli/terminal.hpp"
#include "cli/verb.hpp"
#include "report/report.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

struct ShowOptions {
  std::string run;
  std::string results = "results";
};

ExitStatus show(const ShowOptions& options) {
  const std::filesystem::path folder =
      options.run == "latest" ? newest_run(options.results) : std::filesystem::path(options.run);
  const Summary summary = summarize(read_ledger(folder));
  std::cout << terminal_report(summary, paper_of_output()) << escaped(folder.string()) << "\n";
  return summary.exit;
}

}  // namespace

Action add_show(CLI::App& command) {
  auto options = std::make_shared<ShowOptions>();
  command.add_option("DIR", options->run, "The folder of a run, or latest for the newest of all")->required();
  command.add_option("--results", options->results, "The folder in which the newest is looked for")
      ->capture_default_str();
  return [options] { return show(*options); };
}

}  // namespace orchestrate
