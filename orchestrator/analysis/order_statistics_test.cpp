#include "analysis/order_statistics.hpp"

#include <gtest/gtest.h>

#include <random>

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

TEST(OrderStatistics, OneLookGivesTheTextbookRanks) {
  // David & Nagaraja, Order Statistics, 3rd edition, section 7.1.
  const auto low = [](int n) { return median_ranks({n}).front().low; };
  EXPECT_EQ(low(5), 0) << "five values cannot give 95 %";
  EXPECT_EQ(low(6), 1);
  EXPECT_EQ(low(9), 2);
  EXPECT_EQ(low(11), 2);
  EXPECT_EQ(low(15), 4);
  EXPECT_EQ(low(20), 6);
  EXPECT_EQ(low(30), 10);
  EXPECT_EQ(median_ranks({30}).front().high, 21);
}

TEST(OrderStatistics, LooksArePaidFor) {
  const auto ranks = median_ranks({6, 9, 13, 19, 30});
  EXPECT_EQ(ranks[0].low, 1) << "the first look keeps its 96.9 %";
  for (std::size_t i = 1; i < ranks.size(); ++i) EXPECT_GE(ranks[i].low, ranks[i - 1].low);
  EXPECT_LT(ranks.back().low, median_ranks({30}).front().low) << "five looks cost width";
}

/// Simulates runs that stop at the first look whose interval leaves out zero, the stopping rule that is worst for
/// coverage, and counts how often that interval is wrong. The true median is zero.
double miss_rate(const std::vector<Ranks>& ranks, const std::vector<int>& looks) {
  std::mt19937_64 random(20261130);
  std::normal_distribution<double> noise;
  constexpr int runs = 40000;
  int missed = 0;
  for (int run = 0; run < runs; ++run) {
    std::vector<double> values;
    bool wrong = false;
    for (std::size_t look = 0; look < looks.size() && !wrong; ++look) {
      while (values.size() < static_cast<std::size_t>(looks[look])) values.push_back(noise(random));
      const auto interval = interval_at(values, ranks[look]);
      wrong = interval && (interval->low > 0 || interval->high < 0);
    }
    missed += wrong ? 1 : 0;
  }
  return static_cast<double>(missed) / runs;
}

TEST(OrderStatistics, CoverageHoldsWhateverTheStoppingRule) {
  const std::vector<int> looks{6, 9, 13, 19, 30};
  // The standard deviation of the simulated rate is 0.11 percentage points; three of them.
  EXPECT_LE(miss_rate(median_ranks(looks), looks), 0.05 + 0.0033);
  std::vector<Ranks> unpaid;
  for (const int look : looks) unpaid.push_back(median_ranks({look}).front());
  EXPECT_GT(miss_rate(unpaid, looks), 0.06) << "this test would notice looks that are not paid for";
}

TEST(OrderStatistics, IntervalIsCutOutAtTheRanks) {
  const auto interval = interval_at({5, 1, 4, 2, 6, 3, 9, 8, 7}, median_ranks({9}).front());
  ASSERT_TRUE(interval);
  EXPECT_EQ(interval->low, 2);
  EXPECT_EQ(interval->high, 8);
  EXPECT_FALSE(interval_at({1, 2}, {}));
}

}  // namespace
}  // namespace orchestrate
