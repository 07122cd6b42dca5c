#include "analysis/sequential_signs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace orchestrate {
namespace {

const std::vector<int> preset{6, 9, 13, 19, 30};

TEST(SequentialSignTest, OneLookGivesTheTextbookRanks) {
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

TEST(SequentialSignTest, LooksArePaidFor) {
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

TEST(SequentialSignTest, CoverageHoldsWhateverTheStoppingRule) {
  const std::vector<int> looks{6, 9, 13, 19, 30};
  // The standard deviation of the simulated rate is 0.11 percentage points; three of them.
  EXPECT_LE(miss_rate(median_ranks(looks), looks), 0.05 + 0.0033);
  std::vector<Ranks> unpaid;
  for (const int look : looks) unpaid.push_back(median_ranks({look}).front());
  EXPECT_GT(miss_rate(unpaid, looks), 0.06) << "this test would notice looks that are not paid for";
}

TEST(SequentialSignTest, IntervalAndPValueAreTwoSidesOfOneThing) {
  for (const auto& looks : std::vector<std::vector<int>>{preset, {30}, {6, 30}, {9, 13, 19, 30}, {3, 8, 100}}) {
    const SequentialSignTest test(looks);
    for (const double alpha : {0.05, 0.02, 0.01, 0.001}) {
      const auto ranks = test.ranks(alpha);
      for (std::size_t look = 0; look < looks.size(); ++look) {
        for (int rarer = 0; 2 * rarer < looks[look]; ++rarer) {
          // The interval leaves zero out exactly where its rank lies beyond the rarer sign's values.
          EXPECT_EQ(test.two_sided_p(look, rarer) <= alpha, rarer < ranks[look].low)
              << "alpha " << alpha << ", " << rarer << " of " << looks[look];
        }
      }
    }
  }
}

TEST(SequentialSignTest, ASmallerAlphaGivesAWiderInterval) {
  std::vector<Ranks> before = median_ranks(preset, 0.2);
  for (double alpha = 0.19; alpha > 0.0005; alpha -= 0.0005) {
    const std::vector<Ranks> now = median_ranks(preset, alpha);
    for (std::size_t look = 0; look < preset.size(); ++look) EXPECT_LE(now[look].low, before[look].low) << alpha;
    before = now;
  }
}

TEST(SequentialSignTest, OneLookGivesTheOrdinaryPValue) {
  // Twice the binomial probability of at most 2 of 12: 2 (1 + 12 + 66) / 4096.
  EXPECT_NEAR(sign_test({-1, -1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, {12}), 2 * 79.0 / 4096, 1e-12);
  EXPECT_NEAR(one_sided_sign_test(2, 12, {12}), 79.0 / 4096, 1e-12);
  EXPECT_EQ(sign_test({-1, 1}, {2}), 1);
  EXPECT_EQ(sign_test({}, preset), 1);
}

TEST(SequentialSignTest, ValuesOfZeroSpeakAgainstBothSides) {
  EXPECT_GT(sign_test({0, 1, 1, 1, 1, 1}, {6}), sign_test({1, 1, 1, 1, 1, 1}, {6}));
  EXPECT_EQ(sign_test({0, 0, 0, 0, 0, 0}, {6}), 1);
}

TEST(SequentialSignTest, LooksCostPower) {
  const std::vector<double> nine(9, 1.0);
  EXPECT_NEAR(sign_test(nine, {9}), 2.0 / 512, 1e-12);
  EXPECT_GT(sign_test(nine, preset), sign_test(nine, {9}));
  EXPECT_LT(sign_test(nine, preset), 0.01) << "and little enough that a family of five can be told after nine rounds";
}

/// How often any look has a p-value of at most `alpha`, where the median is zero.
double false_alarms(double alpha) {
  std::mt19937_64 random(31);
  std::bernoulli_distribution coin;
  constexpr int runs = 20000;
  int found = 0;
  for (int run = 0; run < runs; ++run) {
    std::vector<double> values;
    const bool any = std::any_of(preset.begin(), preset.end(), [&](int look) {
      while (values.size() < static_cast<std::size_t>(look)) values.push_back(coin(random) ? 1 : -1);
      return sign_test(values, preset) <= alpha;
    });
    found += any ? 1 : 0;
  }
  return static_cast<double>(found) / runs;
}

TEST(SequentialSignTest, PValuesHoldAtEveryLevelAndLook) {
  // Three standard deviations of the simulated rate each.
  EXPECT_LE(false_alarms(0.05), 0.05 + 0.0047);
  EXPECT_LE(false_alarms(0.01), 0.01 + 0.0022);
  EXPECT_GE(false_alarms(0.05), 0.04) << "and they are not smaller than binomial steps make them";
}

TEST(SequentialSignTest, TwoSidedIsAboutTwiceOneSided) {
  const SequentialSignTest test(preset);
  for (std::size_t look = 0; look < preset.size(); ++look) {
    const double one = test.one_sided_p(look, 1);
    EXPECT_GE(2 * one, test.two_sided_p(look, 1) - 1e-12);
    EXPECT_LE(one, test.two_sided_p(look, 1));
  }
}

TEST(SequentialSignTest, BetweenLooksThePresentNumberIsTheLast) {
  EXPECT_EQ(looks_until(13, preset), preset);
  EXPECT_EQ(looks_until(10, preset), (std::vector<int>{6, 9, 10}));
  EXPECT_EQ(looks_until(3, preset), std::vector<int>{3});
}

TEST(SequentialSignTest, AThousandRoundsAreNoBurden) {
  const auto ranks = median_ranks({6, 9, 13, 19, 30, 1000});
  EXPECT_EQ(ranks.front().low, 1);
  EXPECT_GT(ranks.back().low, 450);
}

}  // namespace
}  // namespace orchestrate
