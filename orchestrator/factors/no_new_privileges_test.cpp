#include <gtest/gtest.h>

#include "factors/testing.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Factor& no_new_privileges = no_new_privileges_factor();

TEST(NoNewPrivileges, PutsItsLevelsIntoArguments) {
  EXPECT_THAT(options_of(no_new_privileges, "true"), ElementsAre("--security-opt", "no-new-privileges"));
  EXPECT_THAT(options_of(no_new_privileges, "false"), ElementsAre());
}

TEST(NoNewPrivileges, RefusesAnotherWord) {
  EXPECT_THAT(no_new_privileges.refusal("True", "."), RefusedWith("Did you mean true?"));
  EXPECT_THAT(no_new_privileges.refusal("yes", "."), RefusedWith("allowed: true or false"));
}

TEST(NoNewPrivileges, ReadsTheRecord) {
  const Level on = level_of(no_new_privileges, "true");
  const Level off = level_of(no_new_privileges, "false");
  for (const char* form : {"no-new-privileges", "no-new-privileges:true", "no-new-privileges=true"}) {
    EXPECT_THAT(no_new_privileges.from_record(on, record_with("SecurityOpt", {form})), InForce()) << form;
    EXPECT_THAT(no_new_privileges.from_record(off, record_with("SecurityOpt", {form})), Another("true")) << form;
  }
  EXPECT_THAT(no_new_privileges.from_record(on, record_with("SecurityOpt", nullptr)), Another("false"));
  EXPECT_THAT(no_new_privileges.from_record(on, record_with("SecurityOpt", {"no-new-privileges:false"})),
              Another("false"));
  EXPECT_THAT(no_new_privileges.from_record(off, record_with("SecurityOpt", {"seccomp=unconfined"})), InForce());
  EXPECT_THAT(no_new_privileges.from_record(on, json::object()), Unreadable("SecurityOpt"));
}

TEST(NoNewPrivileges, ReadsTheConfig) {
  EXPECT_THAT(
      no_new_privileges.from_config(level_of(no_new_privileges, "true"), config_with("/process/noNewPrivileges", true)),
      InForce());
  EXPECT_THAT(no_new_privileges.from_config(level_of(no_new_privileges, "true"), plain_config()), Another("false"));
  EXPECT_THAT(no_new_privileges.from_config(level_of(no_new_privileges, "false"), plain_config()), InForce());
  EXPECT_THAT(no_new_privileges.from_config(level_of(no_new_privileges, "true"), json::object()),
              Unreadable("process"));
}

TEST(NoNewPrivileges, ReadsTheWitness) {
  EXPECT_THAT(no_new_privileges.from_witness(level_of(no_new_privileges, "true"), witness_with("/no_new_privs", 1)),
              InForce());
  EXPECT_THAT(no_new_privileges.from_witness(level_of(no_new_privileges, "true"), witness_with("/no_new_privs", 0)),
              Another("false"));
  EXPECT_THAT(no_new_privileges.from_witness(level_of(no_new_privileges, "false"), witness_with("/no_new_privs", 1)),
              Another("true"));
  EXPECT_THAT(no_new_privileges.from_witness(level_of(no_new_privileges, "true"),
                                             witness_without("no_new_privs", "no NoNewPrivs")),
              Unreadable("no NoNewPrivs"));
}

TEST(NoNewPrivileges, ADaemonThatForbidsThemToAllContradictsFalse) {
  const json engine{{"info", {{"SecurityOptions", {"name=seccomp,profile=default", "name=no-new-privileges"}}}}};
  const auto objection = no_new_privileges.objection(level_of(no_new_privileges, "false"), engine);
  ASSERT_TRUE(objection);
  EXPECT_THAT(*objection, HasSubstr("--no-new-privileges"));
  EXPECT_EQ(no_new_privileges.objection(level_of(no_new_privileges, "true"), engine), std::nullopt);
  EXPECT_EQ(no_new_privileges.objection(level_of(no_new_privileges, "false"), sample_host().engine), std::nullopt);
  EXPECT_EQ(no_new_privileges.objection(level_of(no_new_privileges, "false"), nullptr), std::nullopt);
}

}  // namespace
}  // namespace orchestrate
