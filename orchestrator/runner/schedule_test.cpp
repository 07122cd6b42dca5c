#include "runner/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "plan/sample_plan.hpp"

namespace orchestrate {
namespace {

const std::map<std::string, std::int64_t> iterations{{"empty_loop", 1}, {"function_call", 2}, {"getpid", 3}};

/// The one shift of a round in lockstep.
Shift whole(const Plan& plan, int round) {
  return shifts_of(plan, 0, round, round).front();
}

TEST(Schedule, EveryTurnMeasuresEveryOperationOnceInEveryContainer) {
  const Plan plan = sample_plan();
  const auto steps = schedule(plan, whole(plan, 1), 0, iterations);
  ASSERT_EQ(steps.size(), 30U);
  for (int turn = 0; turn < 10; ++turn) {
    std::vector<std::string> seen;
    for (std::size_t i = 0; i < 3; ++i) {
      const Step& step = steps[static_cast<std::size_t>(turn) * 3 + i];
      EXPECT_EQ(step.turn, turn);
      EXPECT_EQ(step.iterations, iterations.at(step.operation));
      seen.push_back(step.operation);
      auto slots = step.slots;
      std::sort(slots.begin(), slots.end());
      EXPECT_EQ(slots, (std::vector<std::size_t>{0, 1, 2}));
    }
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(seen, (std::vector<std::string>{"empty_loop", "function_call", "getpid"}));
  }
}

std::string as_text(const std::vector<Step>& steps) {
  std::string text;
  for (const Step& step : steps) {
    text += step.operation;
    for (const std::size_t slot : step.slots) text += std::to_string(slot);
  }
  return text;
}

std::string order(std::uint64_t seed, int round) {
  const Plan plan = sample_plan(seed);
  return as_text(schedule(plan, whole(plan, round), 0, iterations));
}

TEST(Schedule, IsRandomButTheSameForTheSameSeed) {
  EXPECT_EQ(order(1, 1), order(1, 1));
  EXPECT_NE(order(1, 1), order(2, 1));
  EXPECT_NE(order(1, 1), order(1, 2));
}

TEST(Schedule, AContainerAloneTakesTheSameOperationsInTheSameOrder) {
  const Plan plan = sample_plan();
  const auto together = schedule(plan, whole(plan, 1), 0, iterations);
  const auto alone = schedule(plan, {1, {2}, true}, 0, iterations);
  ASSERT_EQ(alone.size(), together.size());
  for (std::size_t i = 0; i < alone.size(); ++i) {
    EXPECT_EQ(alone[i].operation, together[i].operation);
    EXPECT_EQ(alone[i].slots, std::vector<std::size_t>{2});
  }
}

}  // namespace
}  // namespace orchestrate
