#include "analysis/likeness.hpp"

#include <gtest/gtest.h>

namespace orchestrate {
namespace {

ContainerEvidence evidence() {
  ContainerEvidence evidence;
  evidence.started.witness = {
      {"seccomp", {{"mode", 2}}}, {"fingerprint", {{"keyctl", "EPERM"}}},          {"pid", 1}, {"token", "a"},
      {"hostname", "a"},          {"environment", {{"HOSTNAME", "a"}, {"X", "1"}}}};
  return evidence;
}

TEST(Likeness, LeavesOutWhatDiffersBetweenAnyTwoContainers) {
  ContainerEvidence other = evidence();
  other.started.witness["token"] = "b";
  other.started.witness["hostname"] = "b";
  other.started.witness["environment"]["HOSTNAME"] = "b";
  other.started.id = "b";
  EXPECT_EQ(likeness(evidence()), likeness(other));
}

TEST(Likeness, LeavesOutWhatTheRuntimeWasToldForOneContainerOnly) {
  const auto configured = [](const std::string& id) {
    ContainerEvidence one = evidence();
    one.started.id = id;
    one.started.config = {{"hostname", id},
                          {"root", {{"path", "/" + id + "/merged"}}},
                          {"process", {{"args", {"--token", id}}}},
                          {"mounts", {{{"destination", "/etc/hosts"}, {"source", "/containers/" + id + "/hosts"}}}},
                          {"linux", {{"cgroupsPath", "/docker/" + id}}}};
    return one;
  };
  EXPECT_EQ(likeness(configured("aaaa1111")), likeness(configured("bbbb2222")));
  ContainerEvidence other = configured("bbbb2222");
  other.started.config["mounts"][0]["options"] = {"size=1m"};
  EXPECT_NE(likeness(configured("aaaa1111")), likeness(other)) << "an option that the process does not see";
}

TEST(Likeness, LeavesOutTheFileInWhichTurnsAreTaken) {
  const auto mounted = [](const std::string& folder) {
    ContainerEvidence one = evidence();
    one.started.config = {{"mounts", {{{"destination", "/orchestrate/turns"}, {"source", "/dev/shm/" + folder}}}}};
    return one;
  };
  EXPECT_EQ(likeness(mounted("round-1")), likeness(mounted("round-2")));
  ContainerEvidence other = mounted("round-1");
  other.started.config["mounts"].push_back({{"destination", "/data"}, {"source", "/data"}});
  EXPECT_NE(likeness(mounted("round-1")), likeness(other));
}

TEST(Likeness, TellsTreatmentsApart) {
  for (const char* key : {"/seccomp/mode", "/fingerprint/keyctl", "/environment/X", "/limits/nofile"}) {
    ContainerEvidence other = evidence();
    other.started.witness[nlohmann::json::json_pointer(key)] = "changed";
    EXPECT_NE(likeness(evidence()), likeness(other)) << key;
  }
  ContainerEvidence other = evidence();
  other.started.config = {{"linux", {{"seccomp", {{"defaultAction", "SCMP_ACT_LOG"}}}}}};
  EXPECT_NE(likeness(evidence()), likeness(other)) << "another filter that answers alike";
}

}  // namespace
}  // namespace orchestrate
