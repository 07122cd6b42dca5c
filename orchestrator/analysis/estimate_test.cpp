#include "analysis/estimate.hpp"

#include <gtest/gtest.h>

#include "plan/looks.hpp"

namespace orchestrate {
namespace {

TEST(Estimate, AtALookTheIntervalHasPaidForAllOfThem) {
  const Estimate nine = estimate({1, 2, 3, 4, 5, 6, 7, 8, 9}, preset_looks(6, 30));
  EXPECT_EQ(nine.median, 5);
  EXPECT_EQ(nine.rounds, 9);
  ASSERT_TRUE(nine.interval);
  EXPECT_EQ(nine.interval->low, 1);
  EXPECT_EQ(nine.interval->high, 9);
  EXPECT_EQ(estimate({1, 2, 3, 4, 5, 6, 7, 8, 9}, {9}).interval->low, 2) << "alone, nine rounds give 2..8";
}

TEST(Estimate, BetweenLooksTheRoundsSoFarAreALook) {
  EXPECT_TRUE(estimate({1, 2, 3, 4, 5, 6, 7}, preset_looks(6, 30)).interval);
  EXPECT_FALSE(estimate({1, 2, 3, 4, 5}, preset_looks(6, 30)).interval);
}

TEST(Estimate, PairsTheRoundsThatBothHave) {
  EXPECT_EQ(paired({5, 7, 9}, {1, 2}, std::minus<>{}), (std::vector<double>{4, 5}));
}

}  // namespace
}  // namespace orchestrate
