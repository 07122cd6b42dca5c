#include "analysis/estimate.hpp"

#include <gtest/gtest.h>

namespace orchestrate {
namespace {

const std::vector<int> all_looks{6, 9, 13, 19, 30};

TEST(Estimate, AtALookTheIntervalHasPaidForAllOfThem) {
  const Estimate nine = estimate({1, 2, 3, 4, 5, 6, 7, 8, 9}, all_looks);
  EXPECT_EQ(nine.median, 5);
  EXPECT_EQ(nine.rounds, 9);
  ASSERT_TRUE(nine.interval);
  EXPECT_EQ(nine.interval->low, 1);
  EXPECT_EQ(nine.interval->high, 9);
  EXPECT_EQ(estimate({1, 2, 3, 4, 5, 6, 7, 8, 9}, {9}).interval->low, 2) << "alone, nine rounds give 2..8";
}

TEST(Estimate, BetweenLooksTheRoundsSoFarAreALook) {
  EXPECT_TRUE(estimate({1, 2, 3, 4, 5, 6, 7}, all_looks).interval);
  EXPECT_FALSE(estimate({1, 2, 3, 4, 5}, all_looks).interval);
}

TEST(Estimate, PairsTheRoundsThatBothHave) {
  EXPECT_EQ(paired({5, 7, 9}, {1, 2}, std::minus<>{}), (std::vector<double>{4, 5}));
}

}  // namespace
}  // namespace orchestrate
