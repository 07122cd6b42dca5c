#include "analysis/verdict.hpp"

#include <gtest/gtest.h>

namespace orchestrate {
namespace {

Estimate between(double low, double high) {
  return {(low + high) / 2, Interval{low, high}, {low, high}, 6};
}

TEST(Verdict, DiffersOutsideTheMarginAndTheTwins) {
  EXPECT_EQ(judge(between(40, 41), between(-0.2, 0.1), 1).verdict, Verdict::differs);
  EXPECT_EQ(judge(between(-41, -40), between(-0.2, 0.1), 1).verdict, Verdict::differs);
}

TEST(Verdict, MatchesOnlyWithinTheMargin) {
  EXPECT_EQ(judge(between(-0.5, 0.9), between(-0.2, 0.1), 1).verdict, Verdict::matches);
  EXPECT_EQ(judge(between(0.2, 0.9), between(-0.2, 0.1), 1).verdict, Verdict::matches)
      << "a difference that is real but without consequence";
}

TEST(Verdict, IsUnresolvedAcrossTheMargin) {
  EXPECT_EQ(judge(between(0.5, 1.5), between(-0.2, 0.1), 1).verdict, Verdict::unresolved);
  EXPECT_EQ(judge(between(-3, 3), between(-0.2, 0.1), 1).verdict, Verdict::unresolved);
}

TEST(Verdict, NoisyTwinsTakeAwayTheDifferenceAndNeverProveEquality) {
  EXPECT_EQ(judge(between(40, 41), between(-45, 3), 1).verdict, Verdict::unresolved);
  EXPECT_EQ(judge(between(-3, 3), between(-45, 3), 1).verdict, Verdict::unresolved);
}

TEST(Verdict, FewRoundsResolveNothing) {
  const Estimate few{40, std::nullopt, {39, 41}, 5};
  EXPECT_EQ(judge(few, between(-0.2, 0.1), 1).verdict, Verdict::unresolved);
}

TEST(Verdict, TheMarginIsAPercentOrANanosecond) {
  EXPECT_EQ(equality_margin(50), 1);
  EXPECT_EQ(equality_margin(500), 5);
}

}  // namespace
}  // namespace orchestrate
