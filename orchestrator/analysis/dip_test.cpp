#include "analysis/dip.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace orchestrate {
namespace {

TEST(Dip, OneModeHasTheSmallestThereIs) {
  std::vector<double> evenly;
  for (int i = 0; i < 40; ++i) evenly.push_back(i);
  EXPECT_DOUBLE_EQ(dip(evenly), 1.0 / 80);
  EXPECT_DOUBLE_EQ(dip({5, 5, 5, 5}), 1.0 / 8);
  EXPECT_DOUBLE_EQ(dip({7}), 0.5);
}

TEST(Dip, TwoPointsHaveTheLargestThereIs) {
  EXPECT_DOUBLE_EQ(dip({1, 1, 1, 1, 2, 2, 2, 2}), 0.25);
  EXPECT_DOUBLE_EQ(dip({1, 2, 1, 2}), 0.25) << "in any order";
}

TEST(Dip, DoesNotDependOnPlaceAndScale) {
  const std::vector<double> values{1, 1.5, 2, 2.2, 7, 7.1, 7.4, 8, 9};
  std::vector<double> moved;
  for (const double value : values) moved.push_back(100 - 3 * value);
  EXPECT_NEAR(dip(values), dip(moved), 1e-12);
  EXPECT_GT(dip(values), 1.0 / 9);
}

/// The quantile of simulated dips of uniform samples, the published table's definition.
std::vector<double> simulated(std::size_t n, int samples) {
  std::mt19937_64 random(n);
  std::uniform_real_distribution<double> uniform;
  std::vector<double> dips;
  for (int sample = 0; sample < samples; ++sample) {
    std::vector<double> values(n);
    for (double& value : values) value = uniform(random);
    dips.push_back(dip(values));
  }
  std::sort(dips.begin(), dips.end());
  return dips;
}

TEST(Dip, FollowsThePublishedQuantiles) {
  constexpr int samples = 10000;
  const auto small = simulated(20, samples);
  EXPECT_NEAR(small[samples / 2], 0.0733, 0.0006);
  EXPECT_NEAR(small[samples * 95 / 100], 0.1051, 0.0012);
  const auto larger = simulated(100, samples);
  EXPECT_NEAR(larger[samples / 2], 0.03546, 0.0003);
  EXPECT_NEAR(larger[samples * 95 / 100], 0.05113, 0.0006);
}

TEST(Dip, TheProbabilityIsRead) {
  EXPECT_NEAR(dip_p(0.05113, 100), 0.05, 1e-9);
  EXPECT_NEAR(dip_p(0.010350, 5000), 0.001, 1e-9);
  EXPECT_NEAR(dip_p(0.0061, 7000), 0.087, 0.001) << "between two sizes: sqrt(n) D is 0.5104";
  EXPECT_DOUBLE_EQ(dip_p(0.2, 1000), 1 - 0.9999);
  EXPECT_GT(dip_p(0.02, 100), 0.5);
  EXPECT_EQ(dip_p(0.25, 8), 1) << "too few to say";
}

TEST(Dip, TellsTwoModesFromALongTail) {
  std::mt19937_64 random(9);
  std::normal_distribution<double> noise;
  std::lognormal_distribution<double> tail(0, 1);
  std::vector<double> two_modes;
  std::vector<double> long_tail;
  for (int i = 0; i < 600; ++i) {
    two_modes.push_back((i % 3 == 0 ? 150 : 137.5) + 2 * noise(random));
    long_tail.push_back(137.5 + 5 * tail(random));
  }
  EXPECT_LE(dip_p(dip(two_modes), 600), 0.001);
  EXPECT_GT(dip_p(dip(long_tail), 600), 0.3);
}

}  // namespace
}  // namespace orchestrate
