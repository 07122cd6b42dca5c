#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>

#include "cli/exports.hpp"
#include "cli/log.hpp"
#include "cli/run_folder.hpp"
#include "cli/terminal.hpp"
#include "cli/verb.hpp"
#include "report/report.hpp"

namespace orchestrate {
namespace {

struct ReportOptions {
  std::string folder;
  Exports exports;
};

ExitStatus remake_report(const ReportOptions& options) {
  refuse_mixed_output(options.exports);
  const Ledger ledger = read_ledger(options.folder);
  const Summary summary = summarize(ledger);
  // First what is asked for: on a full disk there is no room for the files.
  people_read(options.exports) << terminal_report(summary, paper_of_output()) << std::flush;
  write_reports(options.folder, ledger, summary);
  export_files(options.folder, options.exports);
  return summary.exit;
}

}  // namespace

Action add_report(CLI::App& command) {
  auto options = std::make_shared<ReportOptions>();
  command.add_option("DIR", options->folder, "The folder of a run, as results/seccomp/latest")->required();
  add_export_options(command, options->exports);
  add_log_options(command);
  return [options] { return remake_report(*options); };
}

}  // namespace orchestrate
