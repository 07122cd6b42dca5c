#include "analysis/run_comparison.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <random>

#include "runner/scripted_run.hpp"

namespace orchestrate {
namespace {

using ::testing::HasSubstr;

nlohmann::json environment() {
  return {{"machine",
           {{"architecture", "x86_64"},
            {"kernel", "6.1"},
            {"cpu", "A processor"},
            {"load", "0.1"},
            {"mitigations", {{"spectre_v2", "Mitigation: Retpolines"}, {"mds", "Not affected"}}}}},
          {"engine", {{"version", {{"Server", {{"Version", "20"}, {"Components", nlohmann::json::array()}}}}}}},
          {"images", {{"debian:12-slim", "sha256:1"}}},
          {"probe", {{"sha256", "aa"}}}};
}

/// What makes one run other than the next.
struct Other {
  double getpid = 1;   ///< so many times the time of the scripted machine
  double machine = 1;  ///< the same of the loops that stay in the process
  Script script = {};
  Plan plan = sample_plan();
  int rounds = 6;
  nlohmann::json environment = orchestrate::environment();
};

/// A run with a percent of noise.
Ledger run_of(const std::string& name, Other other = {}) {
  auto random = std::make_shared<std::mt19937_64>(std::hash<std::string>()(name));
  other.script.costs = [random, other](const std::string& operation, bool filtered) {
    std::normal_distribution<double> noise(1, 0.01);
    if (operation != "getpid") return (operation == "empty_loop" ? 0.5 : 1.5) * other.machine;
    return (filtered ? 180.0 : 140.0) * other.getpid * noise(*random);
  };
  ScriptedRun run{ScriptedEngine(std::move(other.script)), {}, other.rounds, [] { return false; }};
  run.run(other.plan);
  Ledger ledger;
  for (Fact& fact : run.journal.facts) {
    if (auto* start = std::get_if<RunStarted>(&fact)) {
      start->run = name;
      start->environment = other.environment;
    }
    ledger.add(fact);
  }
  return ledger;
}

/// The same with another plan.
Ledger run_of(const std::string& name, const Plan& plan) {
  Other other;
  other.plan = plan;
  return run_of(name, other);
}

Ledger run_with_script(const std::string& name, Script script) {
  Other other;
  other.script = std::move(script);
  return run_of(name, other);
}

std::string refusal(const Ledger& before, const Ledger& after) {
  try {
    compare_runs(before, after, 0.05);
  } catch (const UsageFailure& failure) {
    return failure.what();
  }
  return "compared";
}

const OperationChange& change_of(const RunComparison& comparison, const std::string& operation) {
  for (const OperationChange& one : comparison.operations) {
    if (one.operation == operation) return one;
  }
  throw std::out_of_range(operation);
}

TEST(RunComparison, TwoRunsOfTheSameAreTheSame) {
  const RunComparison comparison = compare_runs(run_of("a"), run_of("b"), 0.05);
  EXPECT_EQ(comparison.exit, ExitStatus::success);
  EXPECT_EQ(comparison.operations.size(), 6U) << "three operations in two conditions";
  EXPECT_TRUE(comparison.differences.empty());
  for (const OperationChange& one : comparison.operations) EXPECT_EQ(one.change, Change::same) << one.operation;
}

TEST(RunComparison, ASlowerRunIsFound) {
  const RunComparison comparison = compare_runs(run_of("a"), run_of("b", {.getpid = 1.1}), 0.05);
  EXPECT_EQ(comparison.exit, ExitStatus::expectation_failed);
  const OperationChange& getpid = change_of(comparison, "getpid");
  EXPECT_EQ(getpid.change, Change::slower);
  EXPECT_EQ(to_text(getpid.condition), "seccomp default, cpus pinned");
  EXPECT_NEAR(getpid.shift_ns.median, 18, 1.5);
  EXPECT_NEAR(getpid.ratio, 1.1, 0.01);
  EXPECT_LT(getpid.ratio_interval->low, 1.1);
  EXPECT_GT(getpid.ratio_interval->high, 1.09);
  EXPECT_LE(getpid.p_holm, 6 * 2.0 / 924 + 1e-12) << "no value of the one run among those of the other";
  EXPECT_GT(getpid.p_holm, getpid.shift_ns.p);
  EXPECT_EQ(change_of(comparison, "function_call").change, Change::same);
}

TEST(RunComparison, AFasterRunIsNoRegression) {
  const RunComparison comparison = compare_runs(run_of("a"), run_of("b", {.getpid = 0.9}), 0.05);
  EXPECT_EQ(comparison.exit, ExitStatus::success);
  EXPECT_EQ(change_of(comparison, "getpid").change, Change::faster);
}

TEST(RunComparison, WhatIsWithinTheToleranceIsTolerated) {
  EXPECT_EQ(change_of(compare_runs(run_of("a"), run_of("b", {.getpid = 1.1}), 0.2), "getpid").change, Change::same);
  EXPECT_EQ(change_of(compare_runs(run_of("a"), run_of("b", {.getpid = 1.1}), 0.1), "getpid").change == Change::same,
            false)
      << "on the tolerance itself nothing is certain";
}

TEST(RunComparison, TheMachineItselfIsMeasuredByWhatStaysInTheProcess) {
  EXPECT_NEAR(*compare_runs(run_of("a"), run_of("b", {.machine = 1.12}), 0.05).machine_ratio, 1.12, 0.01);
  Plan without = sample_plan();
  without.operations = {"getpid"};
  without.contrasts.resize(1);
  without.claims.clear();
  EXPECT_FALSE(compare_runs(run_of("a", without), run_of("b"), 0.05).machine_ratio);
}

TEST(RunComparison, FewRoundsResolveNothing) {
  const RunComparison comparison =
      compare_runs(run_of("a", {.rounds = 3}), run_of("b", {.getpid = 2, .rounds = 3}), 0.05);
  EXPECT_EQ(change_of(comparison, "getpid").change, Change::unresolved);
  EXPECT_THAT(change_of(comparison, "getpid").reason, HasSubstr("3 and 3; 4 and 4 are the least"));
  EXPECT_EQ(comparison.exit, ExitStatus::success);
}

TEST(RunComparison, DifferencesOfTheEnvironmentAreListed) {
  nlohmann::json after = environment();
  after["machine"]["kernel"] = "6.2";
  after["machine"]["load"] = "9";
  after["machine"]["mitigations"]["spectre_v2"] = "Vulnerable";
  after["images"]["debian:12-slim"] = "sha256:2";
  after["probe"]["sha256"] = "bb";
  const RunComparison comparison = compare_runs(run_of("a"), run_of("b", {.environment = after}), 0.05);
  std::vector<std::string> what;
  for (const RunDifference& one : comparison.differences) what.push_back(one.what);
  EXPECT_EQ(what, (std::vector<std::string>{"kernel", "mitigation spectre_v2", "image debian:12-slim", "probe sha256"}))
      << "load comes and goes";
  EXPECT_EQ(comparison.differences[1].before, "Mitigation: Retpolines");
  EXPECT_EQ(comparison.differences[1].after, "Vulnerable");
}

TEST(RunComparison, WhatALevelStandsForMayDiffer) {
  Plan other = sample_plan();
  std::vector<PlannedCondition> listed(other.conditions.begin(), other.conditions.end());
  for (PlannedCondition& condition : listed) {
    for (Level& level : condition.levels) {
      if (level.factor == "memory") level.resolved["meaning"] = "another";
    }
  }
  other.conditions = PlannedConditions(std::move(listed));
  const RunComparison comparison = compare_runs(run_of("a"), run_of("b", other), 0.05);
  ASSERT_EQ(comparison.differences.size(), 1U) << "once, not for each condition";
  EXPECT_EQ(comparison.differences[0].what, "what memory 512m stands for");
  EXPECT_THAT(comparison.differences[0].after, HasSubstr("another"));
}

TEST(RunComparison, AnOtherDesignIsListed) {
  Plan other = sample_plan();
  other.design.batches = 20;
  const RunComparison comparison = compare_runs(run_of("a"), run_of("b", other), 0.05);
  ASSERT_EQ(comparison.differences.size(), 1U);
  EXPECT_EQ(comparison.differences[0].what, "batches a round");
}

TEST(RunComparison, AnUnnamedFactorHasItsOrdinaryLevel) {
  Experiment unnamed = sample_experiment();
  unnamed.claims.clear();
  unnamed.factors.push_back({"read_only", {"true"}, {}});
  const Plan named = make_plan(unnamed, std::nullopt, scripted_host(), 1);
  const RunComparison comparison = compare_runs(run_of("a"), run_of("b", named), 0.05);
  EXPECT_EQ(comparison.operations.size(), 6U);
  EXPECT_EQ(to_text(comparison.operations[0].condition), "seccomp default, cpus pinned, read_only true");
}

TEST(RunComparison, WhatOneRunWithheldIsNotCompared) {
  const RunComparison comparison = compare_runs(run_of("a"), run_with_script("b", dropping_security_opt()), 0.05);
  EXPECT_EQ(comparison.exit, ExitStatus::not_attested);
  EXPECT_EQ(comparison.operations.size(), 3U) << "the default level was in force";
  ASSERT_EQ(comparison.not_compared.size(), 3U);
  EXPECT_THAT(comparison.not_compared[0].reason, HasSubstr("withheld in the second run"));
  EXPECT_THAT(comparison.not_compared[0].reason, HasSubstr("seccomp unconfined was declared"));
}

TEST(RunComparison, WhereEverythingIsWithheldThatIsWhatItTells) {
  Script script;
  script.witnesses = [](nlohmann::json witness, bool) {
    witness["token"] = "another process";
    return witness;
  };
  const RunComparison comparison = compare_runs(run_of("a"), run_with_script("b", script), 0.05);
  EXPECT_EQ(comparison.exit, ExitStatus::not_attested);
  EXPECT_TRUE(comparison.operations.empty());
  EXPECT_EQ(comparison.not_compared.size(), 6U);
}

TEST(RunComparison, ValuesAreThoseOfTheDesignsEstimator) {
  Plan medians = sample_plan();
  medians.design.estimator = Estimator::median;
  const RunComparison comparison = compare_runs(run_of("a", medians), run_of("b", medians), 0.05);
  const OperationChange& getpid = change_of(comparison, "getpid");
  EXPECT_NEAR(getpid.before_ns.median, 180, 1);
  EXPECT_LT(std::abs(getpid.shift_ns.median), 1.5);
}

TEST(RunComparison, RefusesWhatCannotBeCompared) {
  const Ledger one = run_of("a");
  EXPECT_THAT(refusal(one, one), HasSubstr("same run"));

  nlohmann::json elsewhere = environment();
  elsewhere["machine"]["architecture"] = "aarch64";
  EXPECT_THAT(refusal(one, run_of("b", {.environment = elsewhere})), HasSubstr("x86_64, the second on aarch64"));

  Plan medians = sample_plan();
  medians.design.estimator = Estimator::median;
  EXPECT_THAT(refusal(one, run_of("b", medians)), HasSubstr("design.estimator"));

  Plan loop = sample_plan();
  loop.operations = {"empty_loop"};
  loop.contrasts.clear();
  loop.claims.clear();
  Plan getpid = sample_plan();
  getpid.operations = {"getpid"};
  getpid.contrasts.resize(1);
  getpid.claims.clear();
  EXPECT_THAT(refusal(run_of("a", getpid), run_of("b", loop)), HasSubstr("no operation in common"));

  Experiment unpinned = sample_experiment();
  unpinned.factors[1].levels = {"unpinned"};
  unpinned.claims.clear();
  EXPECT_THAT(refusal(one, run_of("b", make_plan(unpinned, std::nullopt, scripted_host(), 1))),
              HasSubstr("no condition in common"));
}

}  // namespace
}  // namespace orchestrate
