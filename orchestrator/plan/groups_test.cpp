#include "plan/groups.hpp"

#include <gtest/gtest.h>

namespace orchestrate {
namespace {

using Groups = std::vector<std::vector<std::size_t>>;

TEST(Groups, ComparedConditionsAreTogether) {
  EXPECT_EQ(grouped(3, {{0, 2}}), (Groups{{0, 2, 1}}));
  EXPECT_EQ(grouped(2, {}), (Groups{{0, 1}}));
}

TEST(Groups, ALargeMatrixIsSplitBetweenWhatIsNotCompared) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0; i < 20; i += 2) pairs.emplace_back(i, i + 1);
  const Groups groups = grouped(20, pairs);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].size(), 10U) << "five pairs and the twin are eleven; a sixth pair would be thirteen";
  EXPECT_EQ(groups[1].size(), 10U);
}

TEST(Groups, WhatIsComparedIsNeverSplit) {
  std::vector<std::pair<std::size_t, std::size_t>> chain;
  for (std::size_t i = 0; i + 1 < 15; ++i) chain.emplace_back(i, i + 1);
  EXPECT_EQ(grouped(15, chain).front().size(), 15U);
}

}  // namespace
}  // namespace orchestrate
