#include "plan/order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace orchestrate {
namespace {

TEST(Order, IsAPermutation) {
  auto order = random_order(12, 7, {1, 2});
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], i);
}

TEST(Order, DependsOnSeedAndPlaceOnly) {
  EXPECT_EQ(random_order(12, 7, {1, 2}), random_order(12, 7, {1, 2}));
  EXPECT_NE(random_order(12, 7, {1, 2}), random_order(12, 8, {1, 2}));
  EXPECT_NE(random_order(12, 7, {1, 2}), random_order(12, 7, {2, 1}));
}

TEST(Order, IsTheSameOnEveryMachine) {
  EXPECT_EQ(random_order(4, 1, {0, 0}), (std::vector<std::size_t>{3, 1, 0, 2}));
}

TEST(Order, EveryOrderComesUpEquallyOften) {
  std::map<std::vector<std::size_t>, int> seen;
  constexpr int draws = 60000;
  for (std::uint64_t turn = 0; turn < draws; ++turn) ++seen[random_order(3, 1, {turn})];
  ASSERT_EQ(seen.size(), 6U);
  // Binomial with p = 1/6: the standard deviation is 91; five of them.
  for (const auto& [order, times] : seen) EXPECT_NEAR(times, draws / 6, 5 * 91);
}

}  // namespace
}  // namespace orchestrate
