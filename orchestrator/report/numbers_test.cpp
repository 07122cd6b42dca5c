#include "report/numbers.hpp"

#include <gtest/gtest.h>

namespace orchestrate {
namespace {

TEST(Numbers, ShowNoMoreDigitsThanMeanSomething) {
  EXPECT_EQ(number(0.267), "0.27");
  EXPECT_EQ(number(9.994), "9.99");
  EXPECT_EQ(number(9.996), "10.0");
  EXPECT_EQ(number(-0.001), "0.00");
  EXPECT_EQ(number(-3), "-3.00");
}

TEST(Numbers, AnEstimateWithoutAnIntervalShowsItsRange) {
  EXPECT_EQ(with_interval({9.32, Interval{8.64, 10.2}, {8, 11}, 6}), "9.32 [8.64, 10.2]");
  EXPECT_EQ(with_interval({9.32, std::nullopt, {8, 11}, 2}), "9.32 range 8.00, 11.0");
}

TEST(Numbers, ThousandsStandApart) {
  EXPECT_EQ(grouped_digits(0), "0");
  EXPECT_EQ(grouped_digits(999), "999");
  EXPECT_EQ(grouped_digits(1000), "1 000");
  EXPECT_EQ(grouped_digits(10486821), "10 486 821");
  EXPECT_EQ(grouped_digits(-1000), "-1 000");
}

}  // namespace
}  // namespace orchestrate
