#include <gtest/gtest.h>

#include "factors/testing.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Factor& factor = no_new_privileges_factor();

TEST(NoNewPrivileges, PutsItsLevelsIntoArguments) {
  EXPECT_THAT(options_of(factor, "true"), ElementsAre("--security-opt", "no-new-privileges"));
  EXPECT_THAT(options_of(factor, "false"), ElementsAre());
}

TEST(NoNewPrivileges, RefusesAnotherWord) {
  EXPECT_THAT(factor.refusal("True", "."), RefusedWith("Did you mean true?"));
  EXPECT_THAT(factor.refusal("yes", "."), RefusedWith("allowed: true or false"));
}

TEST(NoNewPrivileges, ReadsTheRecord) {
  const Level on = level_of(factor, "true");
  const Level off = level_of(factor, "false");
  for (const char* form : {"no-new-privileges", "no-new-privileges:true", "no-new-privileges=true"}) {
    EXPECT_THAT(factor.from_record(on, record_with("SecurityOpt", {form})), InForce()) << form;
    EXPECT_THAT(factor.from_record(off, record_with("SecurityOpt", {form})), Another("true")) << form;
  }
  EXPECT_THAT(factor.from_record(on, record_with("SecurityOpt", nullptr)), Another("false"));
  EXPECT_THAT(factor.from_record(on, record_with("SecurityOpt", {"no-new-privileges:false"})), Another("false"));
  EXPECT_THAT(factor.from_record(off, record_with("SecurityOpt", {"seccomp=unconfined"})), InForce());
  EXPECT_THAT(factor.from_record(on, json::object()), Unreadable("SecurityOpt"));
}

TEST(NoNewPrivileges, ReadsTheConfig) {
  EXPECT_THAT(factor.from_config(level_of(factor, "true"), config_with("/process/noNewPrivileges", true)), InForce());
  EXPECT_THAT(factor.from_config(level_of(factor, "true"), plain_config()), Another("false"));
  EXPECT_THAT(factor.from_config(level_of(factor, "false"), plain_config()), InForce());
  EXPECT_THAT(factor.from_config(level_of(factor, "true"), json::object()), Unreadable("process"));
}

TEST(NoNewPrivileges, ReadsTheWitness) {
  EXPECT_THAT(factor.from_witness(level_of(factor, "true"), witness_with("/no_new_privs", 1)), InForce());
  EXPECT_THAT(factor.from_witness(level_of(factor, "true"), witness_with("/no_new_privs", 0)), Another("false"));
  EXPECT_THAT(factor.from_witness(level_of(factor, "false"), witness_with("/no_new_privs", 1)), Another("true"));
  EXPECT_THAT(factor.from_witness(level_of(factor, "true"), witness_without("no_new_privs", "no NoNewPrivs")),
              Unreadable("no NoNewPrivs"));
}

TEST(NoNewPrivileges, ADaemonThatForbidsThemToAllContradictsFalse) {
  const json engine{{"info", {{"SecurityOptions", {"name=seccomp,profile=default", "name=no-new-privileges"}}}}};
  const auto objection = factor.objection(level_of(factor, "false"), engine);
  ASSERT_TRUE(objection);
  EXPECT_THAT(*objection, HasSubstr("--no-new-privileges"));
  EXPECT_EQ(factor.objection(level_of(factor, "true"), engine), std::nullopt);
  EXPECT_EQ(factor.objection(level_of(factor, "false"), sample_host().engine), std::nullopt);
  EXPECT_EQ(factor.objection(level_of(factor, "false"), nullptr), std::nullopt);
}

}  // namespace
}  // namespace orchestrate
