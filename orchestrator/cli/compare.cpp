#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "analysis/run_comparison.hpp"
#include "cli/run_folder.hpp"
#include "cli/terminal.hpp"
#include "cli/verb.hpp"
#include "report/run_comparison.hpp"
#include "support/files.hpp"
#include "support/json.hpp"

namespace orchestrate {
namespace {

struct CompareOptions {
  std::string before;
  std::string after;
  double tolerance_percent = 5;
  std::string json;  ///< where the comparison is written as JSON; "-" for standard output, empty for nowhere
};

ExitStatus compare(const CompareOptions& options) {
  const RunComparison comparison =
      compare_runs(read_ledger(options.before), read_ledger(options.after), options.tolerance_percent / 100);
  const bool json_on_output = options.json == "-";
  (json_on_output ? std::cerr : std::cout) << run_comparison_text(
      comparison, options.before, options.after, json_on_output ? paper_of_errors() : paper_of_output());
  if (options.json.empty()) return comparison.exit;
  const std::string document = to_document(run_comparison_json(comparison, options.before, options.after));
  if (json_on_output) {
    std::cout << document;
  } else {
    write_file(options.json, document);
  }
  return comparison.exit;
}

}  // namespace

Action add_compare(CLI::App& command) {
  auto options = std::make_shared<CompareOptions>();
  command.add_option("BEFORE", options->before, "The folder of a run, as results/seccomp/latest")->required();
  command.add_option("AFTER", options->after, "The folder of another: a new kernel, engine, profile, …")->required();
  command
      .add_option("--tolerance", options->tolerance_percent,
                  "By how many percent, and more than 1 ns, an operation may become slower; exit status 1 beyond it")
      ->check(CLI::Range(0.0, 1000.0))
      ->capture_default_str();
  command.add_option("--export-json", options->json, "Write the comparison as JSON to this file; - is standard output");
  return [options] { return compare(*options); };
}

}  // namespace orchestrate
