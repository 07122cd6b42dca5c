#include "cli/runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "support/failure.hpp"
#include "support/files.hpp"
#include "support/foreign_json.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

namespace fs = std::filesystem;

/// results/reproduce/TIME/EXPERIMENT/TIME
constexpr int deepest = 3;

/// The time that a run's folder is named for.
std::string stamp_of(const fs::path& run) {
  return run.filename().string();
}

/// "2 differs, 1 swallowed" of a list of summary.json; nothing where it is empty.
std::string tally(const nlohmann::json& list) {
  std::map<std::string, int> counts;
  for (const auto& one : list) ++counts[text_at(one, "/verdict").value_or("?")];
  std::vector<std::string> parts;
  parts.reserve(counts.size());
  for (const auto& [verdict, count] : counts) parts.push_back(fmt::format("{} {}", count, verdict));
  return joined(parts);
}

Cell exit_cell(const nlohmann::json& summary) {
  const int exit = value_at(summary, "/exit").is_number_integer() ? summary.at("exit").get<int>() : -1;
  switch (exit) {
    case 0:
      return {"0", green};
    case 1:
    case 130:
      return {std::to_string(exit), yellow};
    default:
      return {exit < 0 ? "?" : std::to_string(exit), red};
  }
}

nlohmann::json summary_of(const fs::path& run) {
  try {
    return parse_foreign(read_file(run / "summary.json"));
  } catch (const Failure&) {
    return nlohmann::json();
  }
}

std::vector<Cell> row_of(const fs::path& run) {
  const nlohmann::json summary = summary_of(run);
  if (!summary.is_object()) {
    return {{run.string(), ""}, {"", ""}, {"it goes on, or was killed", yellow}, {"", ""}, {"", ""}};
  }
  return {{run.string(), ""},
          {value_at(summary, "/rounds").dump(), ""},
          {tally(value_at(summary, "/contrasts")), ""},
          {tally(value_at(summary, "/claims")), ""},
          exit_cell(summary)};
}

}  // namespace

std::vector<fs::path> runs_in(const fs::path& results) {
  std::error_code error;
  // Links are not followed, so that `latest` does not tell a run twice.
  fs::recursive_directory_iterator entries(results, error);
  if (error) {
    throw UsageFailure(fmt::format("{}: {}. Where are the results? --results names their folder.",
                                   escaped(results.string()), error.message()));
  }
  std::vector<fs::path> runs;
  for (; entries != fs::recursive_directory_iterator(); entries.increment(error)) {
    if (entries.depth() >= deepest) entries.disable_recursion_pending();
    if (!entries->is_directory(error) || entries->is_symlink(error)) continue;
    if (!fs::exists(entries->path() / "journal.jsonl", error)) continue;
    runs.push_back(entries->path());
    entries.disable_recursion_pending();
  }
  std::sort(runs.begin(), runs.end(),
            [](const fs::path& a, const fs::path& b) { return std::pair(stamp_of(a), a) < std::pair(stamp_of(b), b); });
  return runs;
}

fs::path newest_run(const fs::path& results) {
  const std::vector<fs::path> runs = runs_in(results);
  if (runs.empty()) {
    throw UsageFailure(fmt::format("{}: there is no run yet. orchestrate run makes one.", escaped(results.string())));
  }
  return runs.back();
}

Table table_of_runs(const std::vector<fs::path>& runs) {
  Table table{{Align::left, Align::right, Align::left, Align::left, Align::right},
              {{"run", dim}, {"rounds", dim}, {"contrasts", dim}, {"claims", dim}, {"exit", dim}},
              {}};
  for (const fs::path& run : runs) table.rows.push_back(row_of(run));
  return table;
}

}  // namespace orchestrate
