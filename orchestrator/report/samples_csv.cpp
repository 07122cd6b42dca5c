#include "report/samples_csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "report/comparison.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

/// So many bytes are handed on at once.
constexpr std::size_t piece = std::size_t{1} << 20U;

/// Every factor of the run: those that the file names first, in its order, then the implied ones.
std::vector<std::string> factors_of(const Plan& plan) {
  std::vector<std::string> factors;
  for (const PlannedCondition& condition : plan.conditions) {
    for (const Level& level : condition.levels) {
      if (std::find(factors.begin(), factors.end(), level.factor) == factors.end()) factors.push_back(level.factor);
    }
  }
  const std::set<std::string> named = named_factors(plan);
  std::stable_partition(factors.begin(), factors.end(), [&](const auto& factor) { return named.contains(factor); });
  return factors;
}

/// A condition's levels as cells; empty for a factor that it does not have.
std::string level_cells(const PlannedCondition& condition, const std::vector<std::string>& factors) {
  std::string cells;
  for (const std::string& factor : factors) {
    const auto level = std::find_if(condition.levels.begin(), condition.levels.end(),
                                    [&](const Level& one) { return one.factor == factor; });
    if (level != condition.levels.end()) cells += csv_text(level->text);
    cells += ',';
  }
  return cells;
}

std::string head_line(const std::vector<std::string>& factors) {
  std::string line = "round,group,slot,twin,turn,place,operation,";
  for (const std::string& factor : factors) line += csv_text(factor) + ",";
  return line +
         "iterations,elapsed_ns,ns_per_call,started_ns,voluntary_switches,involuntary_switches,minor_faults,"
         "cpu_before,cpu_after,other_cpu_before,other_cpu_after,other_voluntary_switches,other_involuntary_switches"
         "\r\n";
}

void append_measured(std::string& csv, const Batch& batch, std::int64_t iterations) {
  auto out = std::back_inserter(csv);
  fmt::format_to(out, "{},{},{:.6g},{},{},{},{},{},{},", iterations, batch.elapsed_ns,
                 static_cast<double>(batch.elapsed_ns) / static_cast<double>(iterations), batch.started_ns,
                 batch.voluntary_switches, batch.involuntary_switches, batch.minor_faults, batch.cpu_before,
                 batch.cpu_after);
  if (batch.other) {
    fmt::format_to(out, "{},{},{},{}\r\n", batch.other->cpu_before, batch.other->cpu_after,
                   batch.other->voluntary_switches, batch.other->involuntary_switches);
  } else {
    csv += ",,,\r\n";
  }
}

}  // namespace

std::string csv_text(const std::string& text) {
  std::string cell = escaped(text);
  if (!cell.empty() && std::string_view("=+-@").find(cell.front()) != std::string_view::npos) cell.insert(0, "'");
  if (cell.find_first_of("\",") == std::string::npos) return cell;
  std::string quoted = "\"";
  for (const char c : cell) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

void samples_csv(const TurnSource& turns, const Ledger& ledger, const Summary& summary, const TextSink& sink) {
  const Plan& plan = summary.run.plan;
  const std::vector<std::string> factors = factors_of(plan);
  std::vector<std::string> levels;
  for (const PlannedCondition& condition : plan.conditions) levels.push_back(level_cells(condition, factors));
  // What has a value in the summary is attested and does what its name says; nothing else may have a number anywhere.
  std::set<std::pair<std::string, std::size_t>> shown;
  for (const OperationResult& result : summary.operations) shown.emplace(result.operation, result.condition);

  std::string csv = head_line(factors);
  turns([&](const Turn& turn) {
    const Group& group = plan.groups.at(turn.group);
    const std::int64_t iterations = ledger.iterations().at(turn.operation);
    for (std::size_t place = 0; place < turn.batches.size(); ++place) {
      const Batch& batch = turn.batches[place];
      const std::size_t condition = group.condition_of(batch.slot);
      if (!shown.contains({turn.operation, condition})) continue;
      fmt::format_to(std::back_inserter(csv), "{},{},{},{},{},{},{},{}", turn.round, turn.group, batch.slot,
                     group.is_twin(batch.slot), turn.turn, place, turn.operation, levels[condition]);
      append_measured(csv, batch, iterations);
    }
    if (csv.size() < piece) return;
    sink(csv);
    csv.clear();
  });
  sink(csv);
}

}  // namespace orchestrate
