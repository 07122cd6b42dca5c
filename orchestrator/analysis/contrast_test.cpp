#include "analysis/contrast.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "plan/looks.hpp"

namespace orchestrate {
namespace {

const Estimate quiet_twins{0, Interval{-0.1, 0.1}, {-0.1, 0.1}, 6};

TEST(Contrast, ComparesRoundByRound) {
  const Difference difference = difference_between({180, 190, 200, 210, 220, 230}, {140, 150, 160, 170, 180, 190},
                                                   quiet_twins, preset_looks(6, 30));
  EXPECT_EQ(difference.ns.median, 40);
  EXPECT_EQ(difference.ns.interval->high, 40) << "what the rounds have in common cancels out";
  EXPECT_GT(difference.ratio.interval->high - difference.ratio.interval->low, 0);
  EXPECT_EQ(difference.margin_ns, 2.05) << "one percent of the base's median";
  EXPECT_EQ(difference.judgement.verdict, Verdict::differs);
  EXPECT_LE(difference.p, 0.05);
  EXPECT_GT(difference.equivalence_p, 0.9);
}

TEST(Contrast, TheTestsSayWhatTheVerdictSays) {
  const Difference same = difference_between({100.1, 100.2, 99.9, 100, 100.3, 99.8}, {100, 100, 100, 100, 100, 100},
                                             quiet_twins, preset_looks(6, 30));
  EXPECT_EQ(same.judgement.verdict, Verdict::matches);
  EXPECT_LE(same.equivalence_p, 0.025);
  EXPECT_GT(same.p, 0.05);
}

TEST(Contrast, TheRelativeHalfWidthNeedsAnInterval) {
  EXPECT_DOUBLE_EQ(relative_half_width({2, Interval{1, 3}, {1, 3}, 6}), 0.5);
  EXPECT_TRUE(std::isinf(relative_half_width({2, std::nullopt, {1, 3}, 5})));
}

}  // namespace
}  // namespace orchestrate
