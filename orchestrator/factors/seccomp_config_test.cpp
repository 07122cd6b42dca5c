#include "factors/seccomp_config.hpp"

#include <gtest/gtest.h>

#include "factors/testing.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr CapabilitySet and_sys_admin = docker_default_capabilities | (CapabilitySet{1} << 21U);

json rule_for(const std::vector<std::string>& names, const char* action) {
  return {{"names", names}, {"action", action}};
}

/// The bones of what docker 20.10 writes for its default profile.
json docker_default_filter() {
  json clone3 = rule_for({"clone3"}, "SCMP_ACT_ERRNO");
  clone3["errnoRet"] = 38;
  return {{"defaultAction", "SCMP_ACT_ERRNO"},
          {"architectures", {"SCMP_ARCH_X86_64", "SCMP_ARCH_X86", "SCMP_ARCH_X32"}},
          {"syscalls", {rule_for({"read", "write", "io_uring_setup"}, "SCMP_ACT_ALLOW"), clone3}}};
}

json docker_default_with_sys_admin() {
  json filter = docker_default_filter();
  filter["syscalls"][1] = rule_for({"bpf", "clone3", "mount", "unshare"}, "SCMP_ACT_ALLOW");
  return filter;
}

json podman_default() {
  return {{"defaultAction", "SCMP_ACT_ERRNO"},
          {"defaultErrnoRet", 38},
          {"syscalls",
           {rule_for({"userfaultfd"}, "SCMP_ACT_ERRNO"),
            rule_for({"read", "keyctl", "clone3", "unshare"}, "SCMP_ACT_ALLOW")}}};
}

TEST(SeccompConfig, KnowsTheDefaultFilters) {
  EXPECT_EQ(default_filter_in_config(docker_default_filter(), docker_default_capabilities), "docker");
  EXPECT_EQ(default_filter_in_config(docker_default_filter(), 0), "docker");
  EXPECT_EQ(default_filter_in_config(docker_default_with_sys_admin(), and_sys_admin), "docker");
  EXPECT_EQ(default_filter_in_config(podman_default(), podman_default_capabilities), "podman");
}

TEST(SeccompConfig, DoesNotTakeAnotherFilterForADefaultOne) {
  EXPECT_EQ(default_filter_in_config(docker_default_filter(), and_sys_admin), std::nullopt);
  EXPECT_EQ(default_filter_in_config(docker_default_with_sys_admin(), docker_default_capabilities), std::nullopt);
  EXPECT_EQ(default_filter_in_config({{"defaultAction", "SCMP_ACT_ALLOW"}}, docker_default_capabilities), std::nullopt);
  for (const char* call : {"keyctl", "add_key", "userfaultfd", "unshare"}) {
    json filter = docker_default_filter();
    filter["syscalls"].push_back(rule_for({call}, "SCMP_ACT_ALLOW"));
    EXPECT_EQ(default_filter_in_config(filter, docker_default_capabilities), std::nullopt) << call;
  }
  json without_clone3 = docker_default_filter();
  without_clone3["syscalls"].erase(1);
  EXPECT_EQ(default_filter_in_config(without_clone3, docker_default_capabilities), std::nullopt);
  EXPECT_EQ(default_filter_in_config({{"defaultAction", "SCMP_ACT_ERRNO"}}, 0), std::nullopt) << "allows nothing";
  EXPECT_EQ(default_filter_in_config(nullptr, 0), std::nullopt);
}

/// What docker 20.10 makes of this profile is `honest()`.
const json profile = json::parse(R"({"defaultAction": "SCMP_ACT_ALLOW", "syscalls": [
    {"names": ["keyctl", "add_key"], "action": "SCMP_ACT_ERRNO", "errnoRet": 38},
    {"name": "kcmp", "action": "SCMP_ACT_ERRNO"},
    {"names": ["bpf"], "action": "SCMP_ACT_ERRNO", "includes": {"caps": ["CAP_SYS_ADMIN"]}},
    {"names": ["getpid"], "action": "SCMP_ACT_ALLOW"}]})");

json honest() {
  return json::parse(R"({"defaultAction": "SCMP_ACT_ALLOW", "syscalls": [
      {"names": ["keyctl", "add_key"], "action": "SCMP_ACT_ERRNO", "errnoRet": 38},
      {"names": ["kcmp"], "action": "SCMP_ACT_ERRNO"},
      {"names": ["getpid"], "action": "SCMP_ACT_ALLOW"}]})");
}

TEST(SeccompConfig, AProfileIsComparedRuleByRule) {
  EXPECT_THAT(differences(profile, honest()), IsEmpty());

  json other = honest();
  other["defaultAction"] = "SCMP_ACT_LOG";
  EXPECT_THAT(differences(profile, other),
              ElementsAre("defaultAction is SCMP_ACT_LOG, the profile says SCMP_ACT_ALLOW"));
  other = honest();
  other["syscalls"][0]["errnoRet"] = 1;
  other["syscalls"][0]["names"] = {"keyctl"};
  EXPECT_THAT(differences(profile, other),
              ElementsAre("add_key is not named, the profile says SCMP_ACT_ERRNO 38",
                          "keyctl is SCMP_ACT_ERRNO 1, the profile says SCMP_ACT_ERRNO 38"));
  other = honest();
  other["syscalls"].push_back(rule_for({"mount"}, "SCMP_ACT_ERRNO"));
  EXPECT_THAT(differences(profile, other), ElementsAre("mount is SCMP_ACT_ERRNO 1, the profile says nothing of it"));
  other = honest();
  other["syscalls"][1]["args"] = json::array({{{"index", 0}, {"value", 0}, {"op", "SCMP_CMP_EQ"}}});
  EXPECT_THAT(differences(profile, other),
              ElementsAre("kcmp is SCMP_ACT_ERRNO 1 for some arguments, the profile says SCMP_ACT_ERRNO 1"));
}

TEST(SeccompConfig, AnErrnoThatTheEngineDroppedIsSeen) {
  const json refusing{{"defaultAction", "SCMP_ACT_ERRNO"}, {"defaultErrnoRet", 38}};
  EXPECT_THAT(differences(refusing, refusing), IsEmpty());
  EXPECT_THAT(differences(refusing, {{"defaultAction", "SCMP_ACT_ERRNO"}}),
              ElementsAre("defaultErrnoRet is 1, the profile says 38"))
      << "docker 20.10";
}

TEST(SeccompConfig, AnAbsentFilterHasNothingOfTheProfile) {
  EXPECT_THAT(differences(profile, nullptr), ::testing::Contains(HasSubstr("defaultAction is missing")));
}

}  // namespace
}  // namespace orchestrate
