#include <gtest/gtest.h>

#include "factors/testing.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;

const Factor& network = network_factor();

json config_with_namespaces(const json& list) {
  return config_with("/linux/namespaces", list);
}

const json own = config_with_namespaces({{{"type", "mount"}}, {{"type", "network"}}});
json named(const std::string& path) {
  return config_with_namespaces({{{"type", "network"}, {"path", path}}});
}

const json shared = config_with_namespaces({{{"type", "mount"}}});

TEST(Network, IsNoneUnlessDeclared) {
  EXPECT_EQ(network.implied(sample_host()), "none");
  EXPECT_THAT(options_of(network, "none"), ElementsAre("--network", "none"));
  EXPECT_THAT(options_of(network, "host"), ElementsAre("--network", "host"));
}

TEST(Network, RefusesAnotherWord) {
  EXPECT_THAT(network.refusal("hots", "."), RefusedWith("Did you mean host?"));
  EXPECT_THAT(network.refusal("container:x", "."), RefusedWith("allowed: none, bridge or host"));
  EXPECT_THAT(network.refusal("--privileged", "."), RefusedWith("allowed: none, bridge or host"));
}

TEST(Network, ReadsTheRecord) {
  EXPECT_THAT(network.from_record(level_of(network, "none"), record_with("NetworkMode", "none")), InForce());
  EXPECT_THAT(network.from_record(level_of(network, "none"), record_with("NetworkMode", "bridge")), Another("bridge"));
  EXPECT_THAT(network.from_record(level_of(network, "none"), json::object()), Unreadable("NetworkMode"));
}

TEST(Network, TheConfigTellsTheHostsNetworkOnly) {
  EXPECT_THAT(network.from_config(level_of(network, "host"), shared), InForce());
  EXPECT_THAT(network.from_config(level_of(network, "none"), shared), Another("host"));
  EXPECT_THAT(network.from_config(level_of(network, "host"), own), Another("a network of its own"));
  EXPECT_THAT(network.from_config(level_of(network, "none"), own), Silent());
  EXPECT_THAT(network.from_config(level_of(network, "host"), named("/var/run/docker/netns/default")), InForce());
  EXPECT_THAT(network.from_config(level_of(network, "none"), named("/var/run/docker/netns/default")), Another("host"));
  EXPECT_THAT(network.from_config(level_of(network, "none"), named("/run/netns/netns-1")), Silent());
  EXPECT_THAT(network.from_config(level_of(network, "none"), json::object()), Unreadable("namespaces"));
}

}  // namespace
}  // namespace orchestrate
