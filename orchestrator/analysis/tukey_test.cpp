#include "analysis/tukey.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace orchestrate {
namespace {

TEST(Tukey, LabelsWhatLiesBeyondTheFences) {
  // Hinges of eleven values lie at depth 3.5, here 2.5 and 7.5; inner fences at −5 and 15, outer ones at −12.5
  // and 22.5.
  const auto labelled = outliers({17, 1, 2, 3, 4, 5, 6, 7, 8, 9, -13});
  ASSERT_EQ(labelled.size(), 2U);
  EXPECT_EQ(labelled[0].index, 0U);
  EXPECT_EQ(labelled[0].value, 17);
  EXPECT_FALSE(labelled[0].far);
  EXPECT_EQ(labelled[1].index, 10U);
  EXPECT_TRUE(labelled[1].far);
}

TEST(Tukey, AFenceItselfIsInside) {
  EXPECT_TRUE(outliers({15, 1, 2, 3, 4, 5, 6, 7, 8, 9, -5}).empty());
}

TEST(Tukey, EqualValuesHaveNoLabelAndAnythingElseStandsOut) {
  EXPECT_TRUE(outliers({5, 5, 5, 5, 5, 5}).empty());
  EXPECT_TRUE(outliers({5, 5, 5, 5, 5, 6}).front().far);
}

TEST(Tukey, OneDistributionHasLabelsToo) {
  std::mt19937_64 random(2);
  std::normal_distribution<double> noise;
  constexpr int samples = 10000;
  int labelled = 0;
  int far = 0;
  for (int sample = 0; sample < samples; ++sample) {
    std::vector<double> six(6);
    for (double& value : six) value = noise(random);
    const auto found = outliers(six);
    labelled += found.empty() ? 0 : 1;
    far += std::any_of(found.begin(), found.end(), [](const Outlier& one) { return one.far; }) ? 1 : 0;
  }
  EXPECT_NEAR(labelled, 0.182 * samples, 0.012 * samples);
  EXPECT_NEAR(far, 0.045 * samples, 0.007 * samples);
}

TEST(Tukey, ThreeValuesAreTooFew) {
  EXPECT_TRUE(outliers({1, 1, 100}).empty());
}

}  // namespace
}  // namespace orchestrate
