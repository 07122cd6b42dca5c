#include "factors/capability_set.hpp"

#include <gtest/gtest.h>

#include "factors/testing.hpp"

namespace orchestrate {
namespace {

TEST(CapabilitySet, NamesHaveTheKernelsNumbers) {
  EXPECT_EQ(capability("CHOWN"), 1U);
  EXPECT_EQ(capability("SYS_PTRACE"), CapabilitySet{1} << 19U);
  EXPECT_EQ(capability("SYS_ADMIN"), CapabilitySet{1} << 21U);
  EXPECT_EQ(capability("CHECKPOINT_RESTORE"), CapabilitySet{1} << 40U);
  EXPECT_EQ(capability_names().size(), 41U);
  for (const char* wrong : {"CAP_CHOWN", "chown", "", "ALL"}) EXPECT_EQ(capability(wrong), std::nullopt) << wrong;
}

TEST(CapabilitySet, MasksAreTheKernelsText) {
  EXPECT_EQ(parse_capability_mask("00000000a80425fb"), docker_default_capabilities);
  for (const char* wrong : {"", "0x1", "fb ", "11111111111111111"}) EXPECT_FALSE(parse_capability_mask(wrong)) << wrong;
}

TEST(CapabilitySet, ADifferenceIsInWords) {
  EXPECT_EQ(difference(podman_default_capabilities, docker_default_capabilities), "-NET_RAW,-MKNOD,-AUDIT_WRITE");
  EXPECT_EQ(difference(CapabilitySet{1} << 41U, 0), "+41") << "newer than this program";
  EXPECT_EQ(difference(1, 1), "");
}

TEST(CapabilitySet, AnAbsentListInAConfigIsNone) {
  EXPECT_EQ(bounding_capabilities(config_with("/process/capabilities/bounding", {"CAP_KILL", "CHOWN"})), 0x21U);
  EXPECT_EQ(bounding_capabilities(plain_config()), 0U) << "as docker writes it for --cap-drop ALL";
  EXPECT_EQ(bounding_capabilities(nlohmann::json::object()), std::nullopt);
}

}  // namespace
}  // namespace orchestrate
