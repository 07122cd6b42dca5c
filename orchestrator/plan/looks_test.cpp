#include "plan/looks.hpp"

#include <gtest/gtest.h>

namespace orchestrate {
namespace {

TEST(Looks, ArePresetBetweenTheEnds) {
  EXPECT_EQ(preset_looks(6, 30), (std::vector<int>{6, 9, 13, 19, 30}));
  EXPECT_EQ(preset_looks(7, 20), (std::vector<int>{7, 9, 13, 19, 20}));
  EXPECT_EQ(preset_looks(10, 10), (std::vector<int>{10}));
  EXPECT_EQ(preset_looks(1, 2), (std::vector<int>{1, 2}));
}

}  // namespace
}  // namespace orchestrate
