#include "analysis/run_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/holm.hpp"
#include "analysis/round_values.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

/// A run with what was found in it.
struct Side {
  const Ledger& ledger;
  Summary summary;
  const char* name;  ///< "first"

  [[nodiscard]] const Plan& plan() const { return summary.run.plan; }
};

/// Every factor that either experiment names, those of the first one first.
std::vector<std::string> factors_named_in(const Plan& before, const Plan& after) {
  std::vector<std::string> factors;
  for (const Plan* plan : {&before, &after}) {
    for (const auto& [factor, level] : plan->conditions.front().condition) {
      if (std::find(factors.begin(), factors.end(), factor) == factors.end()) factors.push_back(factor);
    }
  }
  return factors;
}

/// The levels that a condition has of `factors`, named in its experiment or not; nothing where it lacks one.
std::optional<Condition> levels_in_force(const PlannedCondition& condition, const std::vector<std::string>& factors) {
  Condition levels;
  for (const std::string& factor : factors) {
    const auto found = std::find_if(condition.levels.begin(), condition.levels.end(),
                                    [&](const Level& level) { return level.factor == factor; });
    if (found == condition.levels.end()) return std::nullopt;
    levels.emplace_back(factor, found->text);
  }
  return levels;
}

/// The same condition in both runs.
struct Match {
  Condition condition;
  std::size_t before = 0;  ///< index into the first plan's conditions
  std::size_t after = 0;
};

std::vector<Match> matches_of(const Plan& before, const Plan& after) {
  const std::vector<std::string> factors = factors_named_in(before, after);
  std::map<Condition, std::size_t> known;
  for (std::size_t index = 0; index < after.conditions.size(); ++index) {
    if (const auto levels = levels_in_force(after.conditions[index], factors)) known.emplace(*levels, index);
  }
  std::vector<Match> matches;
  for (std::size_t index = 0; index < before.conditions.size(); ++index) {
    const auto levels = levels_in_force(before.conditions[index], factors);
    if (!levels) continue;
    const auto found = known.find(*levels);
    if (found != known.end()) matches.push_back({*levels, index, found->second});
  }
  return matches;
}

const OperationResult* result_for(const Summary& summary, const std::string& operation, std::size_t condition) {
  const auto found = std::find_if(
      summary.operations.begin(), summary.operations.end(),
      [&](const OperationResult& result) { return result.operation == operation && result.condition == condition; });
  return found == summary.operations.end() ? nullptr : &*found;
}

/// Why a run has no number for an operation in a condition.
std::string why_withheld(const Summary& summary, const std::string& operation, std::size_t condition) {
  for (const Misnamed& one : summary.misnamed) {
    if (one.operation == operation && one.condition == condition) return one.what;
  }
  for (const Attestation& one : summary.attestations) {
    if (one.condition == condition && one.state != Attestation::State::attested) return one.reason;
  }
  return summary.rounds == 0 ? "no round was completed"
                             : "the condition is not attested: a pair of conditions may have been one run twice";
}

/// What a number really is, in a word: "another quantity".
std::string kind_of(const OperationResult& result) {
  return result.note.substr(0, result.note.find(':'));
}

std::vector<double> values_of_side(const Side& side, const std::string& operation, std::size_t condition) {
  for (std::size_t group = 0; group < side.plan().groups.size(); ++group) {
    const auto& members = side.plan().groups[group].conditions;
    const auto found = std::find(members.begin(), members.end(), condition);
    if (found == members.end()) continue;
    return round_values(side.ledger, group, static_cast<std::size_t>(found - members.begin()), operation);
  }
  return {};
}

std::vector<double> logarithms(std::vector<double> values) {
  for (double& value : values) value = std::log(value);
  return values;
}

OperationChange change_of(const std::string& operation, const Condition& condition, const std::vector<double>& before,
                          const std::vector<double>& after) {
  OperationChange change;
  change.operation = operation;
  change.condition = condition;
  change.shift_ns = shift_between(before, after);
  const Shift ratio = shift_between(logarithms(before), logarithms(after));
  change.ratio = std::exp(ratio.median);
  if (ratio.interval) change.ratio_interval = Interval{std::exp(ratio.interval->low), std::exp(ratio.interval->high)};
  return change;
}

/// Compares what both runs have of a condition.
void compare_conditions(const Side& before, const Side& after, const Match& match, RunComparison& comparison) {
  const auto& operations_after = after.plan().operations;
  for (const std::string& operation : before.plan().operations) {
    if (std::find(operations_after.begin(), operations_after.end(), operation) == operations_after.end()) continue;
    const OperationResult* one = result_for(before.summary, operation, match.before);
    const OperationResult* other = result_for(after.summary, operation, match.after);
    if (one == nullptr || other == nullptr) {
      const Side& without = one == nullptr ? before : after;
      const std::string why = why_withheld(without.summary, operation, one == nullptr ? match.before : match.after);
      comparison.not_compared.push_back(
          {operation, match.condition, fmt::format("withheld in the {} run: {}", without.name, why)});
      comparison.exit = ExitStatus::not_attested;
    } else if (kind_of(*one) != kind_of(*other)) {
      comparison.not_compared.push_back(
          {operation, match.condition,
           fmt::format("not the same quantity in both runs: {}", one->note.empty() ? other->note : one->note)});
    } else {
      OperationChange change = change_of(operation, match.condition, values_of_side(before, operation, match.before),
                                         values_of_side(after, operation, match.after));
      change.before_ns = one->ns;
      change.after_ns = other->ns;
      // Below a nanosecond a difference says more of where a loop lies in memory than of what was changed.
      change.tolerated_ns = std::max(comparison.tolerance * one->ns.median, 1.0);
      comparison.operations.push_back(std::move(change));
    }
  }
}

/// Where the shift and its interval lie.
void judge_change(OperationChange& change, double tolerance) {
  const double shift = change.shift_ns.median;
  if (!change.shift_ns.interval) {
    change.reason = fmt::format("too few rounds for an interval: {} and {}; 4 and 4 are the least",
                                change.before_ns.rounds, change.after_ns.rounds);
    return;
  }
  const Interval& interval = *change.shift_ns.interval;
  if (change.p_holm <= default_alpha && std::abs(shift) > change.tolerated_ns) {
    change.change = shift > 0 ? Change::slower : Change::faster;
    change.reason = fmt::format("more than {:.3g} % apart, and for certain not equal", 100 * tolerance);
  } else if (-change.tolerated_ns <= interval.low && interval.high <= change.tolerated_ns) {
    change.change = Change::same;
    change.reason = fmt::format("the whole interval lies within ±{:.2f} ns", change.tolerated_ns);
  } else {
    change.reason = fmt::format("the interval reaches beyond ±{:.2f} ns, and the two may be equal or close to it",
                                change.tolerated_ns);
  }
}

void judge_changes(RunComparison& comparison) {
  std::vector<double> p;
  for (const OperationChange& change : comparison.operations) p.push_back(change.shift_ns.p);
  const std::vector<double> corrected = holm(p);
  for (std::size_t i = 0; i < corrected.size(); ++i) {
    OperationChange& change = comparison.operations[i];
    change.p_holm = corrected[i];
    judge_change(change, comparison.tolerance);
    if (change.change == Change::slower) comparison.exit = worse(comparison.exit, ExitStatus::expectation_failed);
  }
}

/// How the machine itself ran: the loops that stay in the process.
std::optional<double> machine_ratio(const std::vector<OperationChange>& operations) {
  std::vector<double> ratios;
  for (const OperationChange& one : operations) {
    if (one.operation == "empty_loop" || one.operation == "function_call") ratios.push_back(one.ratio);
  }
  if (ratios.empty()) return std::nullopt;
  return median(ratios);
}

std::string architecture_of(const Side& side) {
  return text_at(side.summary.run.environment, "/machine/architecture").value_or("");
}

constexpr const char* refusal = "These runs cannot be compared: ";

/// What no pair of operations could mend.
void refuse_the_incomparable(const Side& before, const Side& after) {
  if (before.summary.run.run == after.summary.run.run) {
    throw UsageFailure(fmt::format("{}both folders hold the same run.", refusal));
  }
  if (architecture_of(before) != architecture_of(after)) {
    throw UsageFailure(fmt::format("{}the first was measured on {}, the second on {}.", refusal,
                                   escaped(architecture_of(before)), escaped(architecture_of(after))));
  }
  if (before.plan().design.estimator != after.plan().design.estimator) {
    throw UsageFailure(
        fmt::format("{}the first one's values are {} of batches, the second one's {}. Measure both with the same "
                    "design.estimator.",
                    refusal, values_are(before.plan().design), values_are(after.plan().design)));
  }
}

/// "seccomp default, cpus pinned; seccomp unconfined, cpus pinned", and how many more.
std::string conditions_of(const Plan& plan) {
  constexpr std::size_t most = 6;
  std::vector<std::string> some;
  for (const PlannedCondition& condition : plan.conditions) {
    if (some.size() < most) some.push_back(to_text(condition.condition));
  }
  const std::size_t more = plan.conditions.size() - some.size();
  return joined(some, "; ") + (more > 0 ? fmt::format(" and {} more", more) : "");
}

/// Where a number was withheld, that is what there is to tell.
void refuse_where_nothing_is_left(const Side& before, const Side& after, const std::vector<Match>& matches,
                                  const RunComparison& comparison) {
  if (!comparison.operations.empty() || comparison.exit == ExitStatus::not_attested) return;
  if (matches.empty()) {
    throw UsageFailure(fmt::format("{}they have no condition in common.\n  first:  {}\n  second: {}", refusal,
                                   escaped(conditions_of(before.plan())), escaped(conditions_of(after.plan()))));
  }
  if (comparison.not_compared.empty()) {
    throw UsageFailure(fmt::format("{}they have no operation in common.\n  first:  {}\n  second: {}", refusal,
                                   escaped(joined(before.plan().operations)),
                                   escaped(joined(after.plan().operations))));
  }
  std::string why = fmt::format("{}no operation is the same quantity in both.", refusal);
  for (const NotCompared& one : comparison.not_compared) {
    why +=
        fmt::format("\n  {} at {}: {}", escaped(one.operation), escaped(to_text(one.condition)), escaped(one.reason));
  }
  throw UsageFailure(why);
}

void add_once(std::vector<RunDifference>& differences, const std::vector<RunDifference>& more) {
  for (const RunDifference& one : more) {
    if (std::find(differences.begin(), differences.end(), one) == differences.end()) differences.push_back(one);
  }
}

}  // namespace

std::string to_text(Change change) {
  switch (change) {
    case Change::slower:
      return "slower";
    case Change::faster:
      return "faster";
    case Change::same:
      return "same";
    case Change::unresolved:
      return "unresolved";
  }
  return {};
}

RunComparison compare_runs(const Ledger& before, const Ledger& after, double tolerance) {
  const Side first{before, summarize(before), "first"};
  const Side second{after, summarize(after), "second"};
  refuse_the_incomparable(first, second);
  RunComparison comparison;
  comparison.tolerance = tolerance;
  comparison.differences = environment_differences(first.summary.run.environment, second.summary.run.environment);
  add_once(comparison.differences, design_differences(first.plan().design, second.plan().design));
  const std::vector<Match> matches = matches_of(first.plan(), second.plan());
  for (const Match& match : matches) {
    add_once(comparison.differences,
             level_differences(first.plan().conditions[match.before], second.plan().conditions[match.after]));
    compare_conditions(first, second, match, comparison);
  }
  refuse_where_nothing_is_left(first, second, matches, comparison);
  judge_changes(comparison);
  comparison.machine_ratio = machine_ratio(comparison.operations);
  return comparison;
}

}  // namespace orchestrate
