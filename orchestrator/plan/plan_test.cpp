#include "plan/plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plan/groups.hpp"
#include "plan/sample_plan.hpp"
#include "support/failure.hpp"
#include "support/json.hpp"

namespace orchestrate {
namespace {

using ::testing::ElementsAre;

TEST(Plan, KeepsTheEstimatorAndPlansWithoutOneHaveFloors) {
  Plan plan = sample_plan();
  plan.design.estimator = Estimator::median;
  auto json = nlohmann::json::parse(to_json(plan).dump());
  EXPECT_EQ(json.at("design").at("estimator"), "median");
  EXPECT_EQ(plan_from_json(json).design.estimator, Estimator::median);
  json.at("design").erase("estimator");
  EXPECT_EQ(plan_from_json(json).design.estimator, Estimator::floor);
}

TEST(Plan, MakesEveryCombinationAndItsArguments) {
  const Plan plan = sample_plan();
  ASSERT_EQ(plan.conditions.size(), 2U);
  EXPECT_EQ(to_text(plan.conditions[1].condition), "seccomp unconfined, cpus pinned");
  EXPECT_THAT(
      plan.conditions[1].spec.options,
      ElementsAre("--security-opt", "seccomp=unconfined", "--cpuset-cpus", "1", "--mount",
                  "type=bind,source=/usr/libexec/orchestrate/probe,target=/orchestrate/probe,readonly", "--memory",
                  "512m", "--memory-swap", "-1", "--read-only", "--network", "none", "--pids-limit", "256"));
  EXPECT_THAT(
      plan.conditions[0].spec.options,
      ElementsAre("--cpuset-cpus", "1", "--mount",
                  "type=bind,source=/usr/libexec/orchestrate/probe,target=/orchestrate/probe,readonly", "--memory",
                  "512m", "--memory-swap", "-1", "--read-only", "--network", "none", "--pids-limit", "256"));
}

TEST(Plan, AttestsFactorsThatTheFileDoesNotName) {
  Experiment experiment = sample_experiment();
  experiment.factors = {{"seccomp", {"default", "unconfined"}, {}}};
  experiment.claims.clear();
  const Plan plan = make_plan(experiment, std::nullopt, scripted_host(), 1);
  std::vector<std::string> attested;
  for (const Level& level : plan.conditions[0].levels) attested.push_back(level.factor + " " + level.text);
  EXPECT_THAT(attested, ElementsAre("seccomp default", "image debian:12-slim", "cpus unpinned", "libc native",
                                    "no_new_privileges false", "capabilities default", "privileged false",
                                    "cpu_quota none", "memory 512m", "read_only true", "network none", "pids 256"));
}

TEST(Plan, RawOptionsStayOneElementEach) {
  Experiment experiment = sample_experiment();
  experiment.engine_args = {"--shm-size", "64m"};
  const auto& options = make_plan(experiment, std::nullopt, scripted_host(), 1).conditions[0].spec.options;
  EXPECT_THAT(std::vector<std::string>(options.end() - 2, options.end()), ElementsAre("--shm-size", "64m"));
}

TEST(Plan, TheSameExperimentGivesTheSamePlan) {
  EXPECT_EQ(to_document(to_json(sample_plan())), to_document(to_json(sample_plan())));
}

TEST(Plan, AnotherSeedChangesNothingButTheSeed) {
  auto one = to_json(sample_plan(1));
  auto two = to_json(sample_plan(2));
  EXPECT_NE(one, two);
  one.erase("seed");
  two.erase("seed");
  EXPECT_EQ(one, two) << "the same conditions; the order is in order_test.cpp and schedule_test.cpp";
}

TEST(Plan, SurvivesJson) {
  const Plan plan = sample_plan();
  const auto there = to_json(plan);
  EXPECT_EQ(to_json(plan_from_json(nlohmann::json::parse(there.dump()))), there);
}

TEST(Plan, EveryInterleaveSurvivesJson) {
  for (const Interleave interleave : {Interleave::lockstep, Interleave::rounds, Interleave::sequential}) {
    Plan plan = sample_plan();
    plan.design.interleave = interleave;
    const auto json = to_json(plan);
    EXPECT_EQ(json.at("design").at("interleave"), to_text(interleave));
    EXPECT_EQ(plan_from_json(json).design.interleave, interleave);
  }
}

TEST(Plan, ATimeBudgetSurvivesJson) {
  Plan plan = sample_plan();
  EXPECT_FALSE(plan_from_json(to_json(plan)).design.time_budget);
  plan.design.time_budget = std::chrono::seconds(60);
  EXPECT_EQ(plan_from_json(to_json(plan)).design.time_budget, std::chrono::seconds(60));
}

TEST(Plan, AContrastHoldsInEveryConditionOfTheOtherFactors) {
  Experiment experiment = sample_experiment();
  experiment.factors[1].levels = {"pinned", "unpinned"};
  experiment.claims.clear();
  Plan plan = make_plan(experiment, std::nullopt, scripted_host(), 1);
  ASSERT_EQ(plan.contrasts.size(), 4U);
  EXPECT_EQ(to_text(plan.contrasts[0].at), "cpus pinned");
  EXPECT_EQ(to_text(plan.contrasts[1].at), "cpus unpinned");
  experiment.contrasts[0].at = {{"cpus", "unpinned"}};
  plan = make_plan(experiment, std::nullopt, scripted_host(), 1);
  EXPECT_EQ(plan.contrasts.size(), 3U);
}

TEST(Plan, RefusesMoreComparedConditionsThanCanLiveTogether) {
  Experiment experiment = sample_experiment();
  experiment.claims.clear();
  experiment.contrasts.clear();
  FactorLevels many{"env.X", {}, {}};
  for (int i = 0; i < 12; ++i) many.levels.push_back(std::to_string(i));
  experiment.factors = {many};
  for (int i = 1; i < 12; ++i) {
    experiment.contrasts.push_back({"env.X", "0", std::to_string(i), {"getpid"}, {}, Expect::match});
  }
  EXPECT_THROW(make_plan(experiment, std::nullopt, scripted_host(), 1), UsageFailure);
  experiment.contrasts.pop_back();
  EXPECT_NO_THROW(make_plan(experiment, std::nullopt, scripted_host(), 1));
}

TEST(Plan, TheTwinIsASecondContainerOfTheFirstCondition) {
  const Group group = sample_plan().groups.front();
  EXPECT_EQ(group.slots(), 3U);
  EXPECT_TRUE(group.is_twin(2));
  EXPECT_EQ(group.condition_of(2), group.condition_of(0));
}

TEST(Plan, WhatNeedsALevelThatCannotBeHadIsSkippedWithTheReason) {
  const Plan plan = make_plan(sample_experiment(), std::nullopt, host_without_unconfined(), 1);
  ASSERT_EQ(plan.skipped.size(), 1U);
  EXPECT_EQ(plan.skipped[0].level, "unconfined");
  ASSERT_EQ(plan.conditions.size(), 1U);
  EXPECT_EQ(to_text(plan.conditions[0].condition), "seccomp default, cpus pinned");
  EXPECT_TRUE(plan.contrasts.empty());
  ASSERT_EQ(plan.skipped_contrasts.size(), 2U);
  EXPECT_EQ(plan.skipped_contrasts[0].operation, "getpid");
  EXPECT_EQ(plan.skipped_contrasts[0].reason, "seccomp unconfined: nobody may leave the filter");
  ASSERT_EQ(plan.claims.size(), 2U) << "in their order";
  EXPECT_EQ(plan.claims[0].skipped, "") << "it needs the default only";
  EXPECT_EQ(plan.claims[1].skipped, "seccomp unconfined: nobody may leave the filter");
  EXPECT_TRUE(plan.claims[1].operands.empty());
}

TEST(Plan, OfAContrastOnlyTheConditionsWithASkippedLevelAreSkipped) {
  Experiment experiment = sample_experiment();
  experiment.factors[1].levels = {"pinned", "unpinned"};
  experiment.claims.clear();
  Host host = scripted_host();
  host.unavailable[{"cpus", "pinned"}] = "there are none";
  const Plan plan = make_plan(experiment, std::nullopt, host, 1);
  ASSERT_EQ(plan.contrasts.size(), 2U);
  EXPECT_EQ(to_text(plan.contrasts[0].at), "cpus unpinned");
  EXPECT_EQ(to_text(plan.conditions[plan.contrasts[0].base].condition), "seccomp default, cpus unpinned");
  EXPECT_EQ(to_text(plan.conditions[plan.contrasts[0].other].condition), "seccomp unconfined, cpus unpinned");
  ASSERT_EQ(plan.skipped_contrasts.size(), 2U);
  EXPECT_EQ(to_text(plan.skipped_contrasts[0].at), "cpus pinned");
}

TEST(Plan, SkippedLevelsSurviveJson) {
  const auto there = to_json(make_plan(sample_experiment(), std::nullopt, host_without_unconfined(), 1));
  EXPECT_EQ(there.at("skipped").at(0).at("reason"), "nobody may leave the filter");
  EXPECT_EQ(to_json(plan_from_json(nlohmann::json::parse(there.dump()))), there);
}

TEST(Plan, APlanOfBeforeLevelsCouldBeSkippedIsStillRead) {
  auto old = to_json(sample_plan());
  old.erase("skipped");
  old.erase("skipped_contrasts");
  EXPECT_EQ(to_json(plan_from_json(nlohmann::json::parse(old.dump()))), to_json(sample_plan()));
}

TEST(Plan, NothingLeftToMeasureIsAFailure) {
  Host host = host_without_unconfined();
  host.unavailable[{"seccomp", "default"}] = "there is no seccomp";
  try {
    make_plan(sample_experiment(), std::nullopt, host, 1);
    FAIL() << "no condition is left";
  } catch (const EnvironmentFailure& failure) {
    EXPECT_THAT(failure.what(), ::testing::HasSubstr("seccomp default: there is no seccomp"));
    EXPECT_THAT(failure.what(), ::testing::HasSubstr("seccomp unconfined: nobody may leave the filter"));
  }
}

TEST(Plan, TakesTheArticlesValuesForTheConditionsTheyHoldIn) {
  Reference reference;
  reference.title = "An article";
  reference.quantities = {{"getpid", {{"seccomp", "unconfined"}}, 81.15, {}, {}}};
  const Plan plan = make_plan(sample_experiment(), reference, scripted_host(), 1);
  ASSERT_EQ(plan.article_values.size(), 1U);
  EXPECT_EQ(plan.article_values[0].condition, 1U);
  EXPECT_EQ(plan.article_values[0].ns, 81.15);
}

}  // namespace
}  // namespace orchestrate
