#include <gtest/gtest.h>

#include "factors/testing.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;

const Factor& read_only = read_only_factor();

TEST(ReadOnly, PutsItsLevelsIntoArguments) {
  EXPECT_THAT(options_of(read_only, "true"), ElementsAre("--read-only"));
  EXPECT_THAT(options_of(read_only, "false"), ElementsAre());
}

TEST(ReadOnly, RefusesAnotherWord) {
  EXPECT_THAT(read_only.refusal("FALSE", "."), RefusedWith("Did you mean false?"));
  EXPECT_THAT(read_only.refusal("ro", "."), RefusedWith("allowed: true or false"));
}

TEST(ReadOnly, ReadsTheRecord) {
  EXPECT_THAT(read_only.from_record(level_of(read_only, "true"), record_with("ReadonlyRootfs", true)), InForce());
  EXPECT_THAT(read_only.from_record(level_of(read_only, "true"), record_with("ReadonlyRootfs", false)),
              Another("false"));
  EXPECT_THAT(read_only.from_record(level_of(read_only, "true"), json::object()), Unreadable("ReadonlyRootfs"));
}

TEST(ReadOnly, ReadsTheConfig) {
  EXPECT_THAT(read_only.from_config(level_of(read_only, "true"), config_with("/root/readonly", true)), InForce());
  EXPECT_THAT(read_only.from_config(level_of(read_only, "true"), plain_config()), Another("false"));
  EXPECT_THAT(read_only.from_config(level_of(read_only, "false"), plain_config()), InForce());
  EXPECT_THAT(read_only.from_config(level_of(read_only, "true"), json::object()), Unreadable("root"));
}

TEST(ReadOnly, ReadsTheWitness) {
  EXPECT_THAT(read_only.from_witness(level_of(read_only, "true"), witness_with("/root_read_only", true)), InForce());
  EXPECT_THAT(read_only.from_witness(level_of(read_only, "false"), witness_with("/root_read_only", true)),
              Another("true"));
  EXPECT_THAT(
      read_only.from_witness(level_of(read_only, "true"), witness_without("root_read_only", "statvfs /: EPERM")),
      Unreadable("statvfs"));
}

}  // namespace
}  // namespace orchestrate
