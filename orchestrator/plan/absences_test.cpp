#include "plan/absences.hpp"

#include <gtest/gtest.h>

#include "plan/sample_plan.hpp"

namespace orchestrate {
namespace {

using Slots = std::vector<std::size_t>;

/// Three conditions and their twin in one group, one condition and its twin in another.
Plan two_groups() {
  Plan plan = sample_plan();
  plan.groups = {{{0, 1, 2}}, {{3}}};
  return plan;
}

TEST(Absences, NobodyIsAbsentAtFirst) {
  EXPECT_EQ(present_slots({}, two_groups(), 0), (Slots{0, 1, 2, 3}));
  EXPECT_EQ(present_slots({}, two_groups(), 1), (Slots{0, 1}));
}

TEST(Absences, TheOthersStay) {
  Absences absences;
  give_up(absences, two_groups(), 1);
  EXPECT_EQ(present_slots(absences, two_groups(), 0), (Slots{0, 2, 3}));
  EXPECT_EQ(present_slots(absences, two_groups(), 1), (Slots{0, 1}));
  EXPECT_TRUE(absences.groups.empty());
}

TEST(Absences, WithoutItsTwinAGroupEnds) {
  Absences absences;
  give_up(absences, two_groups(), 0);
  EXPECT_EQ(present_slots(absences, two_groups(), 0), Slots{});
  EXPECT_EQ(absences.groups, std::set<std::size_t>{0});
  EXPECT_EQ(present_slots(absences, two_groups(), 1), (Slots{0, 1}));
}

}  // namespace
}  // namespace orchestrate
