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

TEST(Plan, MakesEveryCombinationAndItsArguments) {
  const Plan plan = sample_plan();
  ASSERT_EQ(plan.conditions.size(), 2U);
  EXPECT_EQ(to_text(plan.conditions[1].condition), "seccomp unconfined, cpus pinned");
  EXPECT_THAT(plan.conditions[1].spec.options,
              ElementsAre("--security-opt", "seccomp=unconfined", "--cpuset-cpus", "1", "--mount",
                          "type=bind,source=/usr/libexec/orchestrate/probe,target=/orchestrate/probe,readonly"));
  EXPECT_THAT(plan.conditions[0].spec.options,
              ElementsAre("--cpuset-cpus", "1", "--mount",
                          "type=bind,source=/usr/libexec/orchestrate/probe,target=/orchestrate/probe,readonly"));
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
                                    "cpu_quota none", "memory none", "read_only false"));
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
