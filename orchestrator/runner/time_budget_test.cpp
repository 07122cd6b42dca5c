#include "runner/time_budget.hpp"

#include <gtest/gtest.h>

namespace orchestrate {
namespace {

using std::chrono::nanoseconds;

TEST(TimeBudget, StartsNoRoundThatCannotEndWithinIt) {
  TimeBudget budget(nanoseconds(100), 0, 0);
  EXPECT_TRUE(budget.has_room(0));
  budget.took(30);
  EXPECT_TRUE(budget.has_room(70)) << "it would end just in time";
  EXPECT_FALSE(budget.has_room(71));
}

TEST(TimeBudget, TheLongestRoundDecides) {
  TimeBudget budget(nanoseconds(100), 0, 0);
  budget.took(40);
  budget.took(10);
  EXPECT_TRUE(budget.has_room(60));
  EXPECT_FALSE(budget.has_room(61));
}

TEST(TimeBudget, TheFirstRoundIsDoneInAnyCase) {
  EXPECT_TRUE(TimeBudget(nanoseconds(100), 0, 0).has_room(1000));
}

TEST(TimeBudget, WhatWasSpentBeforeAResumptionIsGone) {
  const TimeBudget budget(nanoseconds(100), 60, 30);
  EXPECT_TRUE(budget.has_room(10));
  EXPECT_FALSE(budget.has_room(11));
}

TEST(TimeBudget, WithoutOneThereIsAlwaysRoom) {
  TimeBudget budget(std::nullopt, 0, 0);
  budget.took(1'000'000);
  EXPECT_TRUE(budget.has_room(1'000'000'000));
}

}  // namespace
}  // namespace orchestrate
