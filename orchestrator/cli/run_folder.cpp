#include "cli/run_folder.hpp"

#include <fmt/format.h>

#include <cstring>

#include "journal/journal.hpp"
#include "journal/size.hpp"
#include "report/page.hpp"
#include "report/report.hpp"
#include "report/samples_csv.hpp"
#include "support/files.hpp"
#include "support/json.hpp"
#include "support/text.hpp"
#include "support/token.hpp"

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

fs::path made_parent(const fs::path& results, const std::string& experiment) {
  fs::path parent = results / experiment;
  std::error_code error;
  fs::create_directories(parent, error);
  if (error) {
    throw EnvironmentFailure(fmt::format("The results folder {} cannot be made: {}. Name another with --results.",
                                         escaped(parent.string()), error.message()));
  }
  return parent;
}

}  // namespace

void test_results_folder(const fs::path& results, const std::string& experiment) {
  const fs::path parent = made_parent(results, experiment);
  const fs::path test = parent / (random_token() + ".test");
  try {
    write_file(test, "Can be removed.\n");
  } catch (const EnvironmentFailure& failure) {
    throw EnvironmentFailure(fmt::format("The results folder {} cannot be written: {}. Name another with --results.",
                                         escaped(parent.string()), failure.what()));
  }
  std::error_code ignored;
  fs::remove(test, ignored);
}

std::optional<std::string> check_free_space(const fs::path& folder, const Plan& plan) {
  std::error_code error;
  const fs::space_info space = fs::space(folder, error);
  if (error) return std::nullopt;
  return check_free_space(folder, plan, space.available);
}

std::optional<std::string> check_free_space(const fs::path& folder, const Plan& plan, std::uint64_t free_bytes) {
  const auto megabytes = [](std::uint64_t bytes) { return static_cast<double>(bytes) * 1e-6; };
  const auto shortage = [&](int rounds) {
    return fmt::format("{} has {:.1f} MB free, and {} take up to {:.1f} MB", escaped(folder.string()),
                       megabytes(free_bytes), counted(static_cast<std::size_t>(rounds), "round"),
                       megabytes(bytes_of_run(plan, rounds)));
  };
  const int fewest = plan.looks.front();
  const int most = plan.looks.back();
  if (free_bytes < bytes_of_run(plan, fewest)) {
    throw EnvironmentFailure(fmt::format("{}. Make room, or name another folder with --results.", shortage(fewest)));
  }
  if (free_bytes < bytes_of_run(plan, most)) {
    return fmt::format("{}: the run may have to end early, and can be resumed once there is room", shortage(most));
  }
  return std::nullopt;
}

fs::path new_run_folder(const fs::path& results, const std::string& experiment, const std::string& stamp) {
  const fs::path parent = made_parent(results, experiment);
  std::error_code error;
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

void write_reports(const fs::path& folder, const Ledger& ledger, const Summary& summary) {
  write_file(folder / "summary.json", to_document(summary_json(summary)));
  write_file(folder / "samples.csv",
             [&](const TextSink& sink) { samples_csv(turns_of(folder / "journal.jsonl"), ledger, summary, sink); });
  write_file(folder / "report.md", markdown_report(summary));
  write_file(folder / "report.html", page(ledger, summary));
  write_file(folder / "commands.sh", commands_script(summary));
}

Summary write_reports(const fs::path& folder) {
  const Ledger ledger = read_ledger(folder);
  Summary summary = summarize(ledger);
  write_reports(folder, ledger, summary);
  return summary;
}

}  // namespace orchestrate
