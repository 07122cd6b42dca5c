#include "analysis/holm.hpp"

#include <gtest/gtest.h>

namespace orchestrate {
namespace {

TEST(Holm, StepsDown) {
  // By hand: sorted .005 .01 .03 .04, times 4 3 2 1, and never below the one before. The order given is kept.
  const auto corrected = holm({0.01, 0.04, 0.03, 0.005});
  EXPECT_DOUBLE_EQ(corrected[0], 0.03);
  EXPECT_DOUBLE_EQ(corrected[1], 0.06) << "0.04 alone, but not less than 2 × 0.03";
  EXPECT_DOUBLE_EQ(corrected[2], 0.06);
  EXPECT_DOUBLE_EQ(corrected[3], 0.02);
}

TEST(Holm, IsTheValueItselfWhereThereIsOneAndAtMostOne) {
  EXPECT_EQ(holm({0.03}), std::vector<double>{0.03});
  EXPECT_EQ(holm({0.7, 0.9}), (std::vector<double>{1, 1}));
  EXPECT_TRUE(holm({}).empty());
}

}  // namespace
}  // namespace orchestrate
