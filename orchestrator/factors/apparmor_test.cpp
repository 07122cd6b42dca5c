#include <gtest/gtest.h>

#include "factors/testing.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;

const Factor& factor = apparmor_factor();

json record_of(const json& security, const char* profile) {
  json record = record_with("SecurityOpt", security);
  record["AppArmorProfile"] = profile;
  return record;
}

TEST(AppArmor, PutsItsLevelsIntoArguments) {
  EXPECT_THAT(options_of(factor, "default"), ElementsAre());
  EXPECT_THAT(options_of(factor, "unconfined"), ElementsAre("--security-opt", "apparmor=unconfined"));
  EXPECT_THAT(options_of(factor, "my-profile"), ElementsAre("--security-opt", "apparmor=my-profile"));
}

TEST(AppArmor, RefusesAnotherSpellingAndWhatIsNoName) {
  EXPECT_THAT(factor.refusal("Unconfined", "."), RefusedWith("Did you mean unconfined?"));
  EXPECT_EQ(factor.refusal("docker-default", "."), std::nullopt);
  for (const char* wrong : {"", "-x", "a b", "a\n"})
    EXPECT_THAT(factor.refusal(wrong, "."), RefusedWith("allowed")) << wrong;
}

TEST(AppArmor, IsImpliedOnlyWhereTheDaemonHasIt) {
  EXPECT_EQ(factor.implied(sample_host()), std::nullopt);
  Host host = sample_host();
  host.engine["info"]["SecurityOptions"] = {"name=apparmor", "name=seccomp,profile=default"};
  EXPECT_EQ(factor.implied(host), "default");
}

TEST(AppArmor, ReadsTheRecord) {
  const Level standard = level_of(factor, "default");
  EXPECT_THAT(factor.from_record(standard, record_of(nullptr, "docker-default")), InForce());
  EXPECT_THAT(factor.from_record(standard, record_of(nullptr, "containers-default-0.50.1")), InForce()) << "podman's";
  EXPECT_THAT(factor.from_record(standard, record_of({"apparmor=unconfined"}, "unconfined")), Another("unconfined"));
  EXPECT_THAT(factor.from_record(standard, record_of(nullptr, "unconfined")), Another("unconfined")) << "privileged";
  EXPECT_THAT(factor.from_record(level_of(factor, "unconfined"), record_of({"apparmor=unconfined"}, "unconfined")),
              InForce());
  EXPECT_THAT(factor.from_record(level_of(factor, "mine"), record_of({"apparmor=mine"}, "docker-default")),
              Another("default"));
  EXPECT_THAT(factor.from_record(level_of(factor, "mine"), record_of(nullptr, "docker-default")), Another("default"));
  EXPECT_THAT(
      factor.from_record(level_of(factor, "docker-default"), record_of({"apparmor=docker-default"}, "docker-default")),
      InForce());
  EXPECT_THAT(factor.from_record(standard, record_with("SecurityOpt", nullptr)), Unreadable("AppArmorProfile"));
}

TEST(AppArmor, WhereTheEngineHasNoneOnlyTheRequestIsRecorded) {
  EXPECT_THAT(factor.from_record(level_of(factor, "mine"), record_of({"apparmor=mine"}, "")), InForce());
  EXPECT_THAT(factor.from_record(level_of(factor, "mine"), record_of(nullptr, "")), Another("default"));
}

TEST(AppArmor, ReadsTheConfig) {
  const auto config = [](const char* profile) { return config_with("/process/apparmorProfile", profile); };
  EXPECT_THAT(factor.from_config(level_of(factor, "default"), config("docker-default")), InForce());
  EXPECT_THAT(factor.from_config(level_of(factor, "default"), config("unconfined")), Another("unconfined"));
  EXPECT_THAT(factor.from_config(level_of(factor, "mine"), config("mine")), InForce());
  EXPECT_THAT(factor.from_config(level_of(factor, "unconfined"), plain_config()), InForce());
  EXPECT_THAT(factor.from_config(level_of(factor, "default"), plain_config()), Unreadable("no AppArmor profile"));
  EXPECT_THAT(factor.from_config(level_of(factor, "default"), json::object()), Unreadable("process"));
}

TEST(AppArmor, ReadsTheWitness) {
  const auto process = [](const char* label) { return witness_with("/apparmor", label); };
  EXPECT_THAT(factor.from_witness(level_of(factor, "default"), process("docker-default (enforce)")), InForce());
  EXPECT_THAT(factor.from_witness(level_of(factor, "default"), process("unconfined")), Another("unconfined"));
  EXPECT_THAT(factor.from_witness(level_of(factor, "unconfined"), process("docker-default (enforce)")),
              Another("default"));
  EXPECT_THAT(factor.from_witness(level_of(factor, "mine"), process("mine (complain)")), InForce());
  EXPECT_THAT(factor.from_witness(level_of(factor, "mine"), witness_without("apparmor", "read: EACCES")),
              Unreadable("EACCES"));
  EXPECT_THAT(factor.from_witness(level_of(factor, "unconfined"), Witness{}), Unreadable("no AppArmor"));
}

}  // namespace
}  // namespace orchestrate
