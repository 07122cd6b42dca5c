#include <gtest/gtest.h>

#include "factors/testing.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;

const Factor& factor = read_only_factor();

TEST(ReadOnly, PutsItsLevelsIntoArguments) {
  EXPECT_THAT(options_of(factor, "true"), ElementsAre("--read-only"));
  EXPECT_THAT(options_of(factor, "false"), ElementsAre());
}

TEST(ReadOnly, RefusesAnotherWord) {
  EXPECT_THAT(factor.refusal("FALSE", "."), RefusedWith("Did you mean false?"));
  EXPECT_THAT(factor.refusal("ro", "."), RefusedWith("allowed: true or false"));
}

TEST(ReadOnly, ReadsTheRecord) {
  EXPECT_THAT(factor.from_record(level_of(factor, "true"), record_with("ReadonlyRootfs", true)), InForce());
  EXPECT_THAT(factor.from_record(level_of(factor, "true"), record_with("ReadonlyRootfs", false)), Another("false"));
  EXPECT_THAT(factor.from_record(level_of(factor, "true"), json::object()), Unreadable("ReadonlyRootfs"));
}

TEST(ReadOnly, ReadsTheConfig) {
  EXPECT_THAT(factor.from_config(level_of(factor, "true"), config_with("/root/readonly", true)), InForce());
  EXPECT_THAT(factor.from_config(level_of(factor, "true"), plain_config()), Another("false"));
  EXPECT_THAT(factor.from_config(level_of(factor, "false"), plain_config()), InForce());
  EXPECT_THAT(factor.from_config(level_of(factor, "true"), json::object()), Unreadable("root"));
}

TEST(ReadOnly, ReadsTheWitness) {
  EXPECT_THAT(factor.from_witness(level_of(factor, "true"), witness_with("/root_read_only", true)), InForce());
  EXPECT_THAT(factor.from_witness(level_of(factor, "false"), witness_with("/root_read_only", true)), Another("true"));
  EXPECT_THAT(factor.from_witness(level_of(factor, "true"), witness_without("root_read_only", "statvfs /: EPERM")),
              Unreadable("statvfs"));
}

}  // namespace
}  // namespace orchestrate
