#include "plan/shifts.hpp"

#include <gtest/gtest.h>

#include <set>

#include "plan/sample_plan.hpp"

namespace orchestrate {
namespace {

Plan plan_with(Interleave interleave, std::uint64_t seed = 1) {
  Plan plan = sample_plan(seed);
  plan.design.interleave = interleave;
  return plan;
}

TEST(Shifts, LockstepHasOneARoundOfAllSlots) {
  EXPECT_EQ(shifts_of(plan_with(Interleave::lockstep), 0, 2, 3),
            (std::vector<Shift>{{2, {0, 1, 2}, true}, {3, {0, 1, 2}, true}}));
}

TEST(Shifts, SequentialEndsASlotBeforeTheNextAndTheTwinCompletesTheRounds) {
  EXPECT_EQ(shifts_of(plan_with(Interleave::sequential), 0, 1, 2),
            (std::vector<Shift>{
                {1, {0}, false}, {2, {0}, false}, {1, {1}, false}, {2, {1}, false}, {1, {2}, true}, {2, {2}, true}}));
}

std::vector<std::size_t> slots_in(const std::vector<Shift>& shifts) {
  std::vector<std::size_t> slots;
  for (const Shift& shift : shifts) slots.push_back(shift.slots.at(0));
  return slots;
}

TEST(Shifts, RoundsHasEverySlotOnceInARandomOrderThatDependsOnSeedAndPlace) {
  const auto order = [](std::uint64_t seed, int round) {
    return slots_in(shifts_of(plan_with(Interleave::rounds, seed), 0, round, round));
  };
  std::set<std::vector<std::size_t>> orders;
  for (int round = 1; round <= 30; ++round) {
    const auto slots = order(1, round);
    EXPECT_EQ(std::set<std::size_t>(slots.begin(), slots.end()), (std::set<std::size_t>{0, 1, 2}));
    EXPECT_EQ(slots, order(1, round));
    orders.insert(slots);
  }
  EXPECT_EQ(orders.size(), 6U) << "every order of three is seen in thirty rounds";
  EXPECT_NE(slots_in(shifts_of(plan_with(Interleave::rounds, 1), 0, 1, 9)),
            slots_in(shifts_of(plan_with(Interleave::rounds, 2), 0, 1, 9)));
}

TEST(Shifts, OnlyTheLastOfARoundCompletesIt) {
  const auto shifts = shifts_of(plan_with(Interleave::rounds), 0, 1, 1);
  ASSERT_EQ(shifts.size(), 3U);
  EXPECT_FALSE(shifts[0].completes_round);
  EXPECT_FALSE(shifts[1].completes_round);
  EXPECT_TRUE(shifts[2].completes_round);
}

TEST(Shifts, AreThoseOfTheSlotsThatAreLeft) {
  const auto left = [](Interleave interleave) { return shifts_of(plan_with(interleave), 0, {0, 2}, 1, 2); };
  EXPECT_EQ(left(Interleave::lockstep), (std::vector<Shift>{{1, {0, 2}, true}, {2, {0, 2}, true}}));
  EXPECT_EQ(left(Interleave::sequential),
            (std::vector<Shift>{{1, {0}, false}, {2, {0}, false}, {1, {2}, true}, {2, {2}, true}}));
  const auto one_by_one = left(Interleave::rounds);
  ASSERT_EQ(one_by_one.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(one_by_one[i].completes_round, i % 2 == 1);
  EXPECT_TRUE(shifts_of(plan_with(Interleave::rounds), 0, {}, 1, 2).empty());
}

TEST(Shifts, NoRoundsAreNone) {
  for (const Interleave one : {Interleave::lockstep, Interleave::rounds, Interleave::sequential}) {
    EXPECT_TRUE(shifts_of(plan_with(one), 0, 4, 3).empty());
  }
}

}  // namespace
}  // namespace orchestrate
