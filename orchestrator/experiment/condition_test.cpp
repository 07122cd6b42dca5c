#include "experiment/condition.hpp"

#include <gtest/gtest.h>

namespace orchestrate {
namespace {

const Condition whole{{"seccomp", "default"}, {"cpus", "pinned"}, {"env.A", ""}};

TEST(Condition, IsSaidInWords) {
  EXPECT_EQ(to_text(whole), "seccomp default, cpus pinned, env.A \"\"");
}

TEST(Condition, AgreesWithAnyPartOfItself) {
  EXPECT_TRUE(agrees(whole, {}));
  EXPECT_TRUE(agrees(whole, {{"cpus", "pinned"}, {"seccomp", "default"}})) << "the order is no matter";
  EXPECT_FALSE(agrees(whole, {{"cpus", "split"}}));
  EXPECT_FALSE(agrees(whole, {{"env.B", ""}})) << "no level is not the empty level";
  EXPECT_FALSE(agrees({{"env.A", "2.4"}}, {{"env.A", "2.40"}})) << "levels are text";
}

TEST(Condition, GivesTheLevelOfAFactor) {
  EXPECT_EQ(level_of(whole, "cpus"), "pinned");
  EXPECT_EQ(level_of(whole, "libc"), "");
}

}  // namespace
}  // namespace orchestrate
