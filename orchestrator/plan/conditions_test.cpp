#include "plan/conditions.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "plan/sample_plan.hpp"

namespace orchestrate {
namespace {

/// Three factors of 2, 3 and 2 levels.
Plan twelve() {
  Experiment experiment = sample_experiment();
  experiment.claims.clear();
  experiment.contrasts.clear();
  experiment.factors = {{"seccomp", {"default", "unconfined"}, {}},
                        {"env.X", {"1", "2", "3"}, {}},
                        {"privileged", {"false", "true"}, {}}};
  return make_plan(experiment, std::nullopt, scripted_host(), 1);
}

TEST(PlannedConditions, AreEveryCombinationTheLastFactorFastest) {
  const PlannedConditions conditions = twelve().conditions;
  ASSERT_EQ(conditions.size(), 12U);
  EXPECT_EQ(to_text(conditions[0].condition), "seccomp default, env.X 1, privileged false");
  EXPECT_EQ(to_text(conditions[1].condition), "seccomp default, env.X 1, privileged true");
  EXPECT_EQ(to_text(conditions[2].condition), "seccomp default, env.X 2, privileged false");
  EXPECT_EQ(to_text(conditions[11].condition), "seccomp unconfined, env.X 3, privileged true");
  EXPECT_THROW(static_cast<void>(conditions.at(12)), std::out_of_range);
}

TEST(PlannedConditions, AreFoundByTheirLevels) {
  const PlannedConditions conditions = twelve().conditions;
  const PlannedConditions listed({conditions.begin(), conditions.end()});
  ASSERT_EQ(listed.size(), 12U);
  for (const PlannedConditions* all : {&conditions, &listed}) {
    for (std::size_t i = 0; i < all->size(); ++i) {
      EXPECT_EQ(all->index_of((*all)[i].condition), i);
      EXPECT_EQ(all->condition(i), (*all)[i].condition);
    }
    EXPECT_EQ(all->index_of({{"env.X", "2"}, {"seccomp", "unconfined"}}), 8U) << "the first, in any order";
    EXPECT_EQ(all->index_of({{"env.X", "4"}}), 12U);
    EXPECT_EQ(all->index_of({{"env.Y", "1"}}), 12U);
    EXPECT_TRUE(all->agrees_with(8, {{"privileged", "false"}}));
    EXPECT_FALSE(all->agrees_with(8, {{"privileged", "true"}}));
  }
}

TEST(PlannedConditions, APrivilegedOneLacksWhatCannotHoldThere) {
  const PlannedConditions conditions = twelve().conditions;
  const auto has = [](const PlannedCondition& condition, const std::string& factor) {
    return std::any_of(condition.levels.begin(), condition.levels.end(),
                       [&](const Level& level) { return level.factor == factor; });
  };
  EXPECT_TRUE(has(conditions[0], "capabilities"));
  EXPECT_FALSE(has(conditions[1], "capabilities"));
  EXPECT_TRUE(has(conditions[1], "memory"));
}

TEST(PlannedConditions, ThereAreNoneBeforeThereIsAPlan) {
  const PlannedConditions none;
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(none.begin(), none.end());
}

TEST(PlannedConditions, AMillionAreNoBurden) {
  Experiment experiment = sample_experiment();
  experiment.claims.clear();
  experiment.contrasts = {{"env.A", "0", "1", {"getpid"}, {{"env.B", "7"}, {"env.C", "7"}, {"env.D", "7"}}, {}}};
  experiment.factors.clear();
  for (char name = 'A'; name <= 'F'; ++name) {
    FactorLevels ten{std::string("env.") + name, {}, {}};
    for (int level = 0; level < 10; ++level) ten.levels.push_back(std::to_string(level));
    experiment.factors.push_back(ten);
  }
  const Plan plan = make_plan(experiment, std::nullopt, scripted_host(), 1);
  EXPECT_EQ(plan.conditions.size(), 1'000'000U);
  EXPECT_EQ(plan.contrasts.size(), 100U) << "in every condition of E and F";
  EXPECT_EQ(to_text(plan.conditions[123'456].condition), "env.A 1, env.B 2, env.C 3, env.D 4, env.E 5, env.F 6");
  std::size_t together = 0;
  for (const Group& group : plan.groups) together += group.conditions.size();
  EXPECT_EQ(together, 1'000'000U);
}

}  // namespace
}  // namespace orchestrate
