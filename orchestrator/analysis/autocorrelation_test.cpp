#include "analysis/autocorrelation.hpp"

#include <gtest/gtest.h>

#include <random>

namespace orchestrate {
namespace {

/// A first-order autoregressive series; the exact ratio for the mean is (1 + r) / (1 − r).
std::vector<double> autoregressive(double r, std::size_t n, std::mt19937_64& random) {
  std::normal_distribution<double> noise;
  std::vector<double> series(n);
  double now = 0;
  for (double& value : series) value = now = r * now + noise(random);
  return series;
}

TEST(Autocorrelation, IndependentValuesCountAlmostInFull) {
  std::mt19937_64 random(3);
  EXPECT_GT(effective_sample_size(autoregressive(0, 10000, random)), 9000);
}

TEST(Autocorrelation, FollowsTheAutoregressiveModel) {
  std::mt19937_64 random(4);
  EXPECT_NEAR(effective_sample_size(autoregressive(0.5, 30000, random)), 30000 / 3.0, 1500);
  EXPECT_NEAR(effective_sample_size(autoregressive(0.9, 100000, random)), 100000 / 19.0, 900);
}

TEST(Autocorrelation, CannotExceedTheLength) {
  std::mt19937_64 random(5);
  EXPECT_EQ(effective_sample_size(autoregressive(-0.5, 1000, random)), 1000);
  EXPECT_EQ(effective_sample_size({7, 7, 7, 7, 7}), 5) << "equal values";
  EXPECT_EQ(effective_sample_size({1, 2}), 2);
}

TEST(Autocorrelation, SeriesMeasuredApartAreTakenApart) {
  std::mt19937_64 random(6);
  std::vector<double> rounds;
  for (const double level : {100.0, 200.0, 300.0}) {
    for (const double value : autoregressive(0, 1000, random)) rounds.push_back(level + value);
  }
  EXPECT_LT(effective_sample_size(rounds), 100) << "as one series, the steps between the rounds are its correlation";
  EXPECT_GT(effective_sample_size(rounds, 1000), 2500);
}

}  // namespace
}  // namespace orchestrate
