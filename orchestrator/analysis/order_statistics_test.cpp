#include "analysis/order_statistics.hpp"

#include <gtest/gtest.h>

namespace orchestrate {
namespace {

TEST(OrderStatistics, Median) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(median({7}), 7);
}

TEST(OrderStatistics, TheFloorIsTheTenthPercentileByNearestRank) {
  std::vector<double> hundred;
  for (int i = 100; i >= 1; --i) hundred.push_back(i);
  EXPECT_EQ(floor_of(hundred), 10);
  EXPECT_EQ(floor_of({5, 3}), 3);
  hundred.push_back(101);
  EXPECT_EQ(floor_of(hundred), 11);
}

TEST(OrderStatistics, IntervalIsCutOutAtTheRanks) {
  const auto interval = interval_at({5, 1, 4, 2, 6, 3, 9, 8, 7}, {2, 8});
  ASSERT_TRUE(interval);
  EXPECT_EQ(interval->low, 2);
  EXPECT_EQ(interval->high, 8);
  EXPECT_FALSE(interval_at({1, 2}, {}));
}

}  // namespace
}  // namespace orchestrate
