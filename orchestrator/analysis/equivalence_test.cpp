#include "analysis/equivalence.hpp"

#include <gtest/gtest.h>

#include <random>

#include "analysis/estimate.hpp"
#include "analysis/verdict.hpp"
#include "plan/looks.hpp"

namespace orchestrate {
namespace {

TEST(Equivalence, IsTheLargerOfTwoOneSidedTests) {
  // One look at eight values: two lie above the margin, one below: P(at most 2 of 8) = 37 / 256.
  EXPECT_NEAR(equivalence_p({-3, 0, 0, 0, 0, 0, 3, 3}, {8}, 1), 37.0 / 256, 1e-12);
  EXPECT_NEAR(equivalence_p({-3, -3, 0, 0, 0, 0, 0, 3}, {8}, 1), 37.0 / 256, 1e-12);
  EXPECT_NEAR(equivalence_p({0, 0, 0, 0, 0, 0, 0, 1}, {8}, 1), 1.0 / 256, 1e-12) << "the margin itself lies within";
}

TEST(Equivalence, IsWhatTheIntervalSaysOfIt) {
  // Whatever the rounds are: `matches` where the 95 % interval lies within the margin is this test at 2.5 %.
  std::mt19937_64 random(11);
  std::normal_distribution<double> noise;
  const std::vector<int> looks = preset_looks(6, 30);
  int matches = 0;
  int others = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const int rounds = looks[static_cast<std::size_t>(trial) % looks.size()];
    std::vector<double> differences;
    for (int round = 0; round < rounds; ++round) differences.push_back(0.3 + 0.7 * noise(random));
    const Estimate twins{0, Interval{0, 0}, {0, 0}, rounds};
    const bool matched = judge(estimate(differences, looks), twins, 1).verdict == Verdict::matches;
    EXPECT_EQ(matched, equivalence_p(differences, looks, 1) <= 0.025);
    (matched ? matches : others) += 1;
  }
  EXPECT_GT(matches, 300) << "both happen";
  EXPECT_GT(others, 300);
}

TEST(Equivalence, FewRoundsProveNothing) {
  EXPECT_GT(equivalence_p({0, 0, 0, 0, 0}, preset_looks(6, 30), 1), 0.025);
  EXPECT_EQ(equivalence_p({}, preset_looks(6, 30), 1), 1);
}

}  // namespace
}  // namespace orchestrate
