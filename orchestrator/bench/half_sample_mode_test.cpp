#include "bench/half_sample_mode.hpp"

#include <gtest/gtest.h>

namespace orchestrate::bench {
namespace {

TEST(HalfSampleMode, FindsTheDensestPlace) {
  // Halves of seven, four, two: 4 5 5.5 6 is the densest four, 5 5.5 the first of its densest twos.
  EXPECT_DOUBLE_EQ(half_sample_mode({1, 2, 4, 5, 5.5, 6, 9}), 5.25);
  EXPECT_DOUBLE_EQ(half_sample_mode({9, 1, 10, 10.1, 5}), 10.05) << "in any order";
}

TEST(HalfSampleMode, OfFewValues) {
  EXPECT_DOUBLE_EQ(half_sample_mode({7}), 7);
  EXPECT_DOUBLE_EQ(half_sample_mode({7, 8}), 7.5);
  EXPECT_DOUBLE_EQ(half_sample_mode({1, 2, 4}), 1.5);
  EXPECT_DOUBLE_EQ(half_sample_mode({1, 3, 4}), 3.5);
  EXPECT_DOUBLE_EQ(half_sample_mode({1, 2, 3}), 2);
}

}  // namespace
}  // namespace orchestrate::bench
