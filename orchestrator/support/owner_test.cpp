#include "support/owner.hpp"

#include <gtest/gtest.h>

namespace orchestrate {
namespace {

TEST(Owner, ThisProcessLives) {
  EXPECT_TRUE(owner_lives(this_owner()));
}

TEST(Owner, AnotherStartTimeBootOrNumberIsAnotherProcess) {
  const std::string owner = this_owner();
  EXPECT_FALSE(owner_lives(owner + "1")) << "the number was given to a later process";
  EXPECT_FALSE(owner_lives("0" + owner)) << "another boot";
  EXPECT_FALSE(owner_lives(owner.substr(0, owner.find(':')) + ":4194305:1")) << "beyond the largest pid";
  EXPECT_FALSE(owner_lives(""));
  EXPECT_FALSE(owner_lives("a:b:c"));
  EXPECT_TRUE(is_owner(owner));
  EXPECT_FALSE(is_owner("turns-" + owner));
  EXPECT_FALSE(is_owner("a:b:c"));
}

}  // namespace
}  // namespace orchestrate
