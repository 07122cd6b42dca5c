#include "analysis/mann_whitney.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace orchestrate {
namespace {

/// The largest U that is significant, two-sided; −1 where none is.
int critical(int m, int n, double alpha) {
  int u = -1;
  while (mann_whitney_probability(m, n, u + 1) <= alpha / 2) ++u;
  return u;
}

TEST(MannWhitney, HasThePublishedCriticalValues) {
  // Two-sided 5 %: Mann & Whitney 1947 and every table since (Siegel & Castellan 1988, table J).
  EXPECT_EQ(critical(3, 3, 0.05), -1);
  EXPECT_EQ(critical(4, 4, 0.05), 0);
  EXPECT_EQ(critical(5, 5, 0.05), 2);
  EXPECT_EQ(critical(6, 6, 0.05), 5);
  EXPECT_EQ(critical(5, 9, 0.05), 7);
  EXPECT_EQ(critical(8, 8, 0.05), 13);
  EXPECT_EQ(critical(10, 10, 0.05), 23);
  EXPECT_EQ(critical(20, 20, 0.05), 127);
  EXPECT_EQ(critical(10, 10, 0.01), 16);
}

TEST(MannWhitney, CountsAllOrderings) {
  // Every choice of 4 ranks out of 9, counted one by one.
  std::vector<int> counts(21, 0);
  std::vector<int> chosen{1, 1, 1, 1, 0, 0, 0, 0, 0};
  std::sort(chosen.begin(), chosen.end());
  int all = 0;
  do {
    int u = 0;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (chosen[i] == 1) u += static_cast<int>(std::count(chosen.begin(), chosen.begin() + static_cast<int>(i), 0));
    }
    ++counts[static_cast<std::size_t>(u)];
    ++all;
  } while (std::next_permutation(chosen.begin(), chosen.end()));
  int sum = 0;
  for (int u = 0; u <= 20; ++u) {
    sum += counts[static_cast<std::size_t>(u)];
    EXPECT_NEAR(mann_whitney_probability(4, 5, u), static_cast<double>(sum) / all, 1e-12) << u;
  }
}

TEST(MannWhitney, ApproximatesLargeSamplesWell) {
  // The exact values: the coefficients of the Gaussian binomial, in whole numbers.
  EXPECT_NEAR(mann_whitney_probability(50, 50, 965), 0.02477386, 1e-8) << "the last size that is exact";
  EXPECT_NEAR(mann_whitney_probability(51, 51, 1007), 0.02479616, 1e-3);
  EXPECT_NEAR(mann_whitney_probability(51, 51, 807), 0.00041823, 1e-4);
  EXPECT_NEAR(mann_whitney_probability(60, 20, 423), 0.02466074, 1e-3);
}

TEST(MannWhitney, GivesTheShiftWithItsInterval) {
  // Differences of {1, 2, 3, 4, 5} and {11, 12, 13, 14, 15}: from 6 to 14, the median 10; three lie outside on
  // either side (U of 2 is the last that is significant).
  const Shift shift = shift_between({1, 2, 3, 4, 5}, {15, 14, 13, 12, 11});
  EXPECT_EQ(shift.median, 10);
  ASSERT_TRUE(shift.interval);
  EXPECT_EQ(shift.interval->low, 7);
  EXPECT_EQ(shift.interval->high, 13);
  EXPECT_NEAR(shift.p, 2.0 / 252, 1e-12);
}

TEST(MannWhitney, SmallSamplesHaveNoInterval) {
  const Shift shift = shift_between({1, 2, 3}, {11, 12, 13});
  EXPECT_EQ(shift.median, 10);
  EXPECT_FALSE(shift.interval);
  EXPECT_NEAR(shift.p, 0.1, 1e-12);
}

TEST(MannWhitney, TiesSpeakForNeither) {
  EXPECT_EQ(shift_between({1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1}).p, 1);
  EXPECT_EQ(shift_between({1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1}).median, 0);
}

TEST(MannWhitney, TheIntervalKeepsItsWord) {
  std::mt19937_64 random(5);
  std::lognormal_distribution<double> noise;
  constexpr int trials = 20000;
  int missed = 0;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<double> a(6);
    std::vector<double> b(9);
    for (double& value : a) value = noise(random);
    for (double& value : b) value = noise(random) + 3;
    const Interval interval = *shift_between(a, b).interval;
    if (interval.low > 3 || interval.high < 3) ++missed;
  }
  // Exact: 2 P(U <= 10) = 0.0496 for 6 and 9. The rate's standard deviation is 0.15 percentage points.
  EXPECT_NEAR(static_cast<double>(missed) / trials, 2 * mann_whitney_probability(6, 9, 10), 0.0046);
}

}  // namespace
}  // namespace orchestrate
