#include <gtest/gtest.h>

#include "factors/testing.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Factor& capabilities = capabilities_factor();
const char* const changed_capabilities = "+SYS_PTRACE,-CHOWN";

json capabilities_record(const json& added, const json& dropped) {
  return {{"HostConfig", {{"CapAdd", added}, {"CapDrop", dropped}}}};
}

json capabilities_config(const json& bounding) {
  return config_with("/process/capabilities/bounding", bounding);
}

Witness capabilities_process(const char* bounding, const char* effective) {
  return read_witness({{"capabilities", {{"bounding", bounding}, {"effective", effective}}}});
}

Level level_on_podman(const std::string& text) {
  Host host = sample_host();
  host.engine["version"]["Server"]["Components"] = json::array({{{"Name", "Podman Engine"}}});
  return capabilities.resolve({"capabilities", text, ".", {}}, host);
}

TEST(Capabilities, PutsItsLevelsIntoArguments) {
  EXPECT_THAT(options_of(capabilities, "default"), ElementsAre());
  EXPECT_THAT(options_of(capabilities, "none"), ElementsAre("--cap-drop", "ALL"));
  EXPECT_THAT(options_of(capabilities, "+SYS_PTRACE,-CHOWN,+BPF"),
              ElementsAre("--cap-drop", "CHOWN", "--cap-add", "SYS_PTRACE", "--cap-add", "BPF"));
}

TEST(Capabilities, RefusesWhatTheKernelDoesNotKnow) {
  EXPECT_EQ(capabilities.refusal(changed_capabilities, "."), std::nullopt);
  EXPECT_THAT(capabilities.refusal("nome", "."), RefusedWith("Did you mean none?"));
  EXPECT_THAT(capabilities.refusal("SYS_PTRACE", "."), RefusedWith("+SYS_PTRACE,-CHOWN"));
  EXPECT_THAT(capabilities.refusal("+CAP_SYS_PTRACE", "."), RefusedWith("Did you mean SYS_PTRACE?"));
  EXPECT_THAT(capabilities.refusal("+sys_ptrace", "."), RefusedWith("Did you mean SYS_PTRACE?"));
  EXPECT_THAT(capabilities.refusal("-ALL", "."), RefusedWith("none"));
  EXPECT_THAT(capabilities.refusal("+CHOWN,-CHOWN", "."), RefusedWith("CHOWN twice"));
  EXPECT_THAT(capabilities.refusal("+CHOWN,", "."), RefusedWith("an empty part"));
  EXPECT_THAT(capabilities.refusal("+CHOWN, -KILL", "."), RefusedWith(" -KILL"));
  EXPECT_THAT(capabilities.refusal("+", "."), RefusedWith("cannot hold +"));
}

TEST(Capabilities, ReadsTheRecord) {
  EXPECT_THAT(capabilities.from_record(level_of(capabilities, "default"), capabilities_record(nullptr, nullptr)),
              InForce());
  EXPECT_THAT(capabilities.from_record(level_of(capabilities, "none"), capabilities_record(nullptr, {"ALL"})),
              InForce());
  EXPECT_THAT(capabilities.from_record(level_of(capabilities, "+SYS_PTRACE,+BPF"),
                                       capabilities_record({"BPF", "CAP_SYS_PTRACE"}, nullptr)),
              InForce())
      << "in any order, with or without CAP_";
  const Level level = level_of(capabilities, changed_capabilities);
  EXPECT_THAT(capabilities.from_record(level, capabilities_record({"CAP_SYS_PTRACE"}, {"CAP_CHOWN"})), InForce());
  EXPECT_THAT(capabilities.from_record(level, capabilities_record({"CAP_SYS_PTRACE"}, nullptr)),
              Another("+SYS_PTRACE"));
  EXPECT_THAT(capabilities.from_record(level, capabilities_record(nullptr, nullptr)), Another("default"));
  EXPECT_THAT(capabilities.from_record(level, capabilities_record({"ALL"}, nullptr)), Another("every capability"));
  EXPECT_THAT(capabilities.from_record(level, capabilities_record({"CAP_NEWER"}, nullptr)),
              Another("other capabilities"));
  EXPECT_THAT(capabilities.from_record(level, record_with("CapAdd", nullptr)), Unreadable("CapDrop"));
}

TEST(Capabilities, ReadsTheConfig) {
  EXPECT_THAT(
      capabilities.from_config(level_of(capabilities, "none"), config_with("/process/capabilities", json::object())),
      InForce());
  EXPECT_THAT(capabilities.from_config(level_of(capabilities, "none"), capabilities_config({"CAP_CHOWN", "CAP_KILL"})),
              Another("-DAC_OVERRIDE,-FOWNER,-FSETID,-SETGID,-SETUID,-SETPCAP,-NET_BIND_SERVICE,-NET_RAW,-SYS_CHROOT,"
                      "-MKNOD,-AUDIT_WRITE,-SETFCAP"));
  EXPECT_THAT(capabilities.from_config(level_of(capabilities, "default"), plain_config()), Another("none"));
  EXPECT_THAT(capabilities.from_config(level_of(capabilities, "default"), json::object()), Unreadable("process"));
}

TEST(Capabilities, ReadsTheWitness) {
  EXPECT_THAT(capabilities.from_witness(level_of(capabilities, "default"),
                                        capabilities_process("00000000a80425fb", "00000000a80425fb")),
              InForce());
  EXPECT_THAT(capabilities.from_witness(level_of(capabilities, "none"),
                                        capabilities_process("0000000000000000", "0000000000000000")),
              InForce());
  const Level level = level_of(capabilities, changed_capabilities);
  EXPECT_THAT(capabilities.from_witness(level, capabilities_process("00000000a80c25fa", "00000000a80c25fa")),
              InForce());
  EXPECT_THAT(capabilities.from_witness(level, capabilities_process("00000000a80c25fb", "00000000a80c25fb")),
              Another("+SYS_PTRACE"));
  EXPECT_THAT(capabilities.from_witness(level, capabilities_process("00000000a80425fb", "00000000a80425fb")),
              Another("default"));
  EXPECT_THAT(capabilities.from_witness(level, witness_without("capabilities.bounding", "no CapBnd")),
              Unreadable("CapBnd"));
  EXPECT_THAT(capabilities.from_witness(level, witness_with("/capabilities/bounding", "00000000a80c25fa")),
              Unreadable("effective"));
}

TEST(Capabilities, WhatMayBeHadMustBeInEffectUnlessTheUserIsNotRoot) {
  const Level level = level_of(capabilities, "default");
  EXPECT_THAT(capabilities.from_witness(level, capabilities_process("00000000a80425fb", "0000000000000001")),
              Another("capabilities that are not in effect"));
  EXPECT_THAT(capabilities.from_witness(level, capabilities_process("00000000a80425fb", "0000000000000000")),
              InForce());
}

TEST(Capabilities, TheDefaultIsTheEnginesOwn) {
  EXPECT_THAT(capabilities.from_witness(level_on_podman("default"),
                                        capabilities_process("00000000800405fb", "00000000800405fb")),
              InForce());
  EXPECT_THAT(capabilities.from_witness(level_on_podman("default"),
                                        capabilities_process("00000000a80425fb", "00000000a80425fb")),
              Another("+NET_RAW,+MKNOD,+AUDIT_WRITE"));
  EXPECT_THAT(capabilities.from_witness(level_of(capabilities, "default"),
                                        capabilities_process("00000000800405fb", "00000000800405fb")),
              Another("-NET_RAW,-MKNOD,-AUDIT_WRITE"));
  const Level anywhere = capabilities.resolve({"capabilities", "default", ".", {}}, Host{});
  for (const char* mask : {"00000000a80425fb", "00000000800405fb"}) {
    EXPECT_THAT(capabilities.from_witness(anywhere, capabilities_process(mask, mask)), InForce()) << mask;
  }
  EXPECT_THAT(capabilities.from_witness(anywhere, capabilities_process("00000000800405fb", "00000000800405fb")).detail,
              HasSubstr("from podman's default"));
}

}  // namespace
}  // namespace orchestrate
