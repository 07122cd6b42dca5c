#include "timing/quantile.hpp"

#include <gtest/gtest.h>

namespace probe {
namespace {

TEST(ProbeQuantile, IsAValueThatWasSeen) {
  const std::vector<double> values = {10, 9, 8, 7, 6, 5, 4, 3, 2, 1};
  EXPECT_EQ(quantile(values, 0), 1);
  EXPECT_EQ(quantile(values, 0.1), 1);
  EXPECT_EQ(quantile(values, 0.11), 2);
  EXPECT_EQ(quantile(values, 0.5), 5);
  EXPECT_EQ(quantile(values, 1), 10);
}

TEST(ProbeQuantile, OfOneValueIsIt) {
  EXPECT_EQ(quantile({3.5}, 0.1), 3.5);
}

}  // namespace
}  // namespace probe
