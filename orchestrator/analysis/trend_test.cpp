#include "analysis/trend.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace orchestrate {
namespace {

TEST(Trend, IsTheMedianSlopeOfAllPairs) {
  const auto trend = trend_of({0, 1, 3, 10});
  ASSERT_TRUE(trend);
  EXPECT_DOUBLE_EQ(trend->slope, (2 + 10 / 3.0) / 2) << "slopes 1, 1.5, 2, 10/3, 4.5, 7";
}

TEST(Trend, HasKendallsExactProbabilities) {
  // Kendall 1970, appendix table 1: n = 4, S = 6: 0.042 one-sided; n = 6, S = 15: 0.0014, S = 11: 0.028.
  EXPECT_NEAR(trend_of({1, 2, 3, 4})->p, 2 * 0.042, 1e-3);
  EXPECT_NEAR(trend_of({1, 2, 3, 4, 5, 6})->p, 2.0 / 720, 1e-12);
  EXPECT_NEAR(trend_of({2, 1, 4, 3, 5, 6})->p, 2 * 0.028, 1e-3) << "S = 11 has 20 of 720 orders at least so extreme";
  EXPECT_NEAR(trend_of({6, 5, 4, 3, 2, 1})->p, 2.0 / 720, 1e-12);
}

TEST(Trend, CountsAllOrders) {
  std::vector<double> order(7);
  std::iota(order.begin(), order.end(), 1);
  int all = 0;
  int significant = 0;
  do {
    ++all;
    if (trend_of(order)->p <= 0.05) ++significant;
  } while (std::next_permutation(order.begin(), order.end()));
  EXPECT_EQ(all, 5040);
  EXPECT_LE(significant, 252);
  EXPECT_GE(significant, 140) << "S >= 15 is significant: 0.0151 to either side";
}

TEST(Trend, OneOutlierDoesNotMakeOne) {
  const auto trend = trend_of({5, 1, 4, 2, 3, 6, 1000});
  EXPECT_GT(trend->p, 0.05);
  EXPECT_LT(trend->slope, 2);
}

TEST(Trend, LongSeriesByTheNormalApproximation) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> noise;
  constexpr int trials = 1000;
  int significant = 0;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<double> values(60);
    for (double& value : values) value = noise(random);
    significant += trend_of(values)->p <= 0.05 ? 1 : 0;
  }
  EXPECT_NEAR(significant, 50, 21) << "three standard deviations";
  std::vector<double> rising(60);
  for (std::size_t i = 0; i < rising.size(); ++i) rising[i] = 0.1 * static_cast<double>(i) + noise(random);
  EXPECT_LT(trend_of(rising)->p, 1e-6);
  EXPECT_NEAR(trend_of(rising)->slope, 0.1, 0.03);
}

TEST(Trend, EqualValuesHaveNone) {
  EXPECT_EQ(trend_of({3, 3, 3, 3, 3, 3})->p, 1);
  EXPECT_FALSE(trend_of({1, 2, 3}));
}

}  // namespace
}  // namespace orchestrate
