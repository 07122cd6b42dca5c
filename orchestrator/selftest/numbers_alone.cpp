#include "selftest/numbers_alone.hpp"

#include <algorithm>

#include "analysis/estimate.hpp"
#include "analysis/verdict.hpp"
#include "selftest/arguments.hpp"
#include "selftest/trial.hpp"

namespace orchestrate {
namespace {

using namespace std::chrono_literals;

constexpr int pairs_in_a_run = 5;
constexpr int swallowed_in_a_run = 2;  ///< pairs 1 and 2; 3 and 4 are judged as real ones

/// Five conditions with the default filter and five without, told apart by an environment variable that nothing reads.
Experiment five_pairs(const Props& props, int rounds) {
  FactorLevels pair{"env.PAIR", {}, {}};
  for (int i = 1; i <= pairs_in_a_run; ++i) pair.levels.push_back(std::to_string(i));
  Experiment experiment =
      short_experiment(props, {{"seccomp", {"default", "unconfined"}, {}}, pair, {"cpus", {"pinned"}, {}}});
  experiment.design.batch = 1ms;
  experiment.design.batches = 100;
  experiment.design.rounds_min = experiment.design.rounds_max = rounds;
  return experiment;
}

Sabotage dropping_some() {
  Sabotage sabotage;
  sabotage.arguments = [](Arguments arguments, const std::string&) {
    const std::string pair = value_of(arguments, "--env");
    const bool dropped = pair == "PAIR=1" || pair == "PAIR=2";
    return dropped ? without_option(std::move(arguments), "--security-opt") : arguments;
  };
  return sabotage;
}

void count(Tally& tally, Verdict verdict) {
  if (verdict == Verdict::matches) ++tally.matches;
  if (verdict == Verdict::differs) ++tally.differs;
  if (verdict == Verdict::unresolved) ++tally.unresolved;
}

/// Judges every default container against the unconfined one of each pair.
void judge_run(const Trial& trial, NumbersAlone& result) {
  const Plan& plan = trial.ledger.started()->plan;
  const Group& group = plan.groups.front();
  const auto floors = [&](std::size_t condition) -> const std::vector<double>& {
    const auto slot = std::find(group.conditions.begin(), group.conditions.end(), condition) - group.conditions.begin();
    return trial.ledger.series(0, static_cast<std::size_t>(slot), "getpid").floors;
  };
  const auto& twin = trial.ledger.series(0, group.conditions.size(), "getpid").floors;
  const Estimate twins = estimate(paired(floors(group.conditions.front()), twin, std::minus<>{}), plan.looks);
  for (const PlannedContrast& other : plan.contrasts) {
    const int pair = std::stoi(level_of(other.at, "env.PAIR"));
    if (pair > 2 * swallowed_in_a_run) continue;
    for (const PlannedContrast& base : plan.contrasts) {
      const auto& bare = floors(base.base);
      const Estimate difference = estimate(paired(bare, floors(other.other), std::minus<>{}), plan.looks);
      const Verdict verdict = judge(difference, twins, equality_margin(median(bare))).verdict;
      count(pair <= swallowed_in_a_run ? result.swallowed : result.real, verdict);
    }
  }
}

}  // namespace

NumbersAlone judge_numbers_alone(Engine& engine, const Props& props, const Host& host, int rounds) {
  NumbersAlone result;
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    const Plan plan = make_plan(five_pairs(props, rounds), std::nullopt, host, seed);
    Saboteur saboteur(engine, dropping_some());
    const Trial trial = run_trial(plan, saboteur, host, rounds);
    if (!trial.failure.empty()) throw EngineFailure(trial.failure);
    judge_run(trial, result);
  }
  return result;
}

}  // namespace orchestrate
