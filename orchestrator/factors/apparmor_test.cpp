#include <gtest/gtest.h>

#include "factors/testing.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;

const Factor& apparmor = apparmor_factor();

json apparmor_record(const json& security, const char* profile) {
  json record = record_with("SecurityOpt", security);
  record["AppArmorProfile"] = profile;
  return record;
}

TEST(AppArmor, PutsItsLevelsIntoArguments) {
  EXPECT_THAT(options_of(apparmor, "default"), ElementsAre());
  EXPECT_THAT(options_of(apparmor, "unconfined"), ElementsAre("--security-opt", "apparmor=unconfined"));
  EXPECT_THAT(options_of(apparmor, "my-profile"), ElementsAre("--security-opt", "apparmor=my-profile"));
}

TEST(AppArmor, RefusesAnotherSpellingAndWhatIsNoName) {
  EXPECT_THAT(apparmor.refusal("Unconfined", "."), RefusedWith("Did you mean unconfined?"));
  EXPECT_EQ(apparmor.refusal("docker-default", "."), std::nullopt);
  for (const char* wrong : {"", "-x", "a b", "a\n"})
    EXPECT_THAT(apparmor.refusal(wrong, "."), RefusedWith("allowed")) << wrong;
}

TEST(AppArmor, IsImpliedOnlyWhereTheDaemonHasIt) {
  EXPECT_EQ(apparmor.implied(sample_host()), std::nullopt);
  Host host = sample_host();
  host.engine["info"]["SecurityOptions"] = {"name=apparmor", "name=seccomp,profile=default"};
  EXPECT_EQ(apparmor.implied(host), "default");
}

TEST(AppArmor, ReadsTheRecord) {
  const Level standard = level_of(apparmor, "default");
  EXPECT_THAT(apparmor.from_record(standard, apparmor_record(nullptr, "docker-default")), InForce());
  EXPECT_THAT(apparmor.from_record(standard, apparmor_record(nullptr, "containers-default-0.50.1")), InForce())
      << "podman's";
  EXPECT_THAT(apparmor.from_record(standard, apparmor_record({"apparmor=unconfined"}, "unconfined")),
              Another("unconfined"));
  EXPECT_THAT(apparmor.from_record(standard, apparmor_record(nullptr, "unconfined")), Another("unconfined"))
      << "privileged";
  EXPECT_THAT(
      apparmor.from_record(level_of(apparmor, "unconfined"), apparmor_record({"apparmor=unconfined"}, "unconfined")),
      InForce());
  EXPECT_THAT(apparmor.from_record(level_of(apparmor, "mine"), apparmor_record({"apparmor=mine"}, "docker-default")),
              Another("default"));
  EXPECT_THAT(apparmor.from_record(level_of(apparmor, "mine"), apparmor_record(nullptr, "docker-default")),
              Another("default"));
  EXPECT_THAT(apparmor.from_record(level_of(apparmor, "docker-default"),
                                   apparmor_record({"apparmor=docker-default"}, "docker-default")),
              InForce());
  EXPECT_THAT(apparmor.from_record(standard, record_with("SecurityOpt", nullptr)), Unreadable("AppArmorProfile"));
}

TEST(AppArmor, WhereTheEngineHasNoneOnlyTheRequestIsRecorded) {
  EXPECT_THAT(apparmor.from_record(level_of(apparmor, "mine"), apparmor_record({"apparmor=mine"}, "")), InForce());
  EXPECT_THAT(apparmor.from_record(level_of(apparmor, "mine"), apparmor_record(nullptr, "")), Another("default"));
}

TEST(AppArmor, ReadsTheConfig) {
  const auto config = [](const char* profile) { return config_with("/process/apparmorProfile", profile); };
  EXPECT_THAT(apparmor.from_config(level_of(apparmor, "default"), config("docker-default")), InForce());
  EXPECT_THAT(apparmor.from_config(level_of(apparmor, "default"), config("unconfined")), Another("unconfined"));
  EXPECT_THAT(apparmor.from_config(level_of(apparmor, "mine"), config("mine")), InForce());
  EXPECT_THAT(apparmor.from_config(level_of(apparmor, "unconfined"), plain_config()), InForce());
  EXPECT_THAT(apparmor.from_config(level_of(apparmor, "default"), plain_config()), Unreadable("no AppArmor profile"));
  EXPECT_THAT(apparmor.from_config(level_of(apparmor, "default"), json::object()), Unreadable("process"));
}

TEST(AppArmor, ReadsTheWitness) {
  const auto process = [](const char* label) { return witness_with("/apparmor", label); };
  EXPECT_THAT(apparmor.from_witness(level_of(apparmor, "default"), process("docker-default (enforce)")), InForce());
  EXPECT_THAT(apparmor.from_witness(level_of(apparmor, "default"), process("unconfined")), Another("unconfined"));
  EXPECT_THAT(apparmor.from_witness(level_of(apparmor, "unconfined"), process("docker-default (enforce)")),
              Another("default"));
  EXPECT_THAT(apparmor.from_witness(level_of(apparmor, "mine"), process("mine (complain)")), InForce());
  EXPECT_THAT(apparmor.from_witness(level_of(apparmor, "mine"), witness_without("apparmor", "read: EACCES")),
              Unreadable("EACCES"));
  EXPECT_THAT(apparmor.from_witness(level_of(apparmor, "unconfined"), Witness{}), Unreadable("no AppArmor"));
}

}  // namespace
}  // namespace orchestrate
