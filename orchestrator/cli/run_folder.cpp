#include "cli/run_folder.hpp"

#include <fmt/format.h>

#include <cstring>

#include "journal/journal.hpp"
#include "report/page.hpp"
#include "report/report.hpp"
#include "report/samples_csv.hpp"
#include "support/files.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

namespace fs = std::filesystem;

void point_latest(const fs::path& folder) {
  const fs::path latest = folder.parent_path() / "latest";
  const fs::path beside = folder.parent_path() / "latest.new";
  std::error_code ignored;
  fs::remove(beside, ignored);
  fs::create_directory_symlink(folder.filename(), beside, ignored);
  fs::rename(beside, latest, ignored);
}

}  // namespace

fs::path new_run_folder(const fs::path& results, const std::string& experiment, const std::string& stamp) {
  const fs::path parent = results / experiment;
  std::error_code error;
  fs::create_directories(parent, error);
  if (error) {
    throw EnvironmentFailure(fmt::format("The results folder {} cannot be made: {}. Name another with --results.",
                                         escaped(parent.string()), error.message()));
  }
  fs::path folder = parent / stamp;
  for (int number = 2; !fs::create_directory(folder, error); ++number) {
    if (error) {
      throw EnvironmentFailure(fmt::format("The folder {} cannot be made: {}. Name another with --results.",
                                           escaped(folder.string()), error.message()));
    }
    folder = parent / fmt::format("{}-{}", stamp, number);
  }
  point_latest(folder);
  return folder;
}

Ledger read_ledger(const fs::path& folder) {
  Ledger ledger;
  replay(folder / "journal.jsonl", [&](const Fact& fact) { ledger.add(fact); });
  if (!ledger.started()) {
    throw UsageFailure(fmt::format("{}: the journal is empty: the run ended before it began",
                                   escaped((folder / "journal.jsonl").string())));
  }
  return ledger;
}

Summary write_reports(const fs::path& folder) {
  const Ledger ledger = read_ledger(folder);
  Summary summary = summarize(ledger);
  write_file(folder / "summary.json", to_document(summary_json(summary)));
  write_file(folder / "samples.csv", samples_csv(ledger, summary));
  write_file(folder / "report.md", markdown_report(summary));
  write_file(folder / "report.html", page(ledger, summary));
  write_file(folder / "commands.sh", commands_script(summary));
  return summary;
}

}  // namespace orchestrate
