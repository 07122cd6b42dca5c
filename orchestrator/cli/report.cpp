#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/run_folder.hpp"
#include "cli/terminal.hpp"
#include "cli/verb.hpp"
#include "report/report.hpp"

namespace orchestrate {
namespace {

ExitStatus remake_report(const std::string& folder) {
  const Summary summary = summarize(read_ledger(folder));
  write_reports(folder, summary);
  std::cout << terminal_report(summary, output_is_coloured());
  return summary.exit;
}

}  // namespace

Action add_report(CLI::App& command) {
  auto folder = std::make_shared<std::string>();
  command.add_option("DIR", *folder, "The folder of a run, as results/seccomp/latest")->required();
  return [folder] { return remake_report(*folder); };
}

}  // namespace orchestrate
