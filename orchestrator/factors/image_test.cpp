#include <gtest/gtest.h>

#include "factors/testing.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;

const Factor& factor = image_factor();
const char* const name = "debian:12-slim";

TEST(Image, IsStartedByItsIdWhereThatIsKnown) {
  ContainerSpec spec;
  factor.apply(level_of(factor, name), spec);
  EXPECT_EQ(spec.image, "sha256:b2a34b3a7565");
  EXPECT_TRUE(spec.options.empty());
  factor.apply(level_of(factor, "alpine:3.20"), spec);
  EXPECT_EQ(spec.image, "alpine:3.20");
}

TEST(Image, RefusesWhatIsNoName) {
  EXPECT_EQ(factor.refusal("localhost:5000/tools/box@sha256:0a1b", "."), std::nullopt);
  EXPECT_THAT(factor.refusal("", "."), RefusedWith("cannot be empty"));
  EXPECT_THAT(factor.refusal("--privileged", "."), RefusedWith("taken for an option"));
  for (const char* wrong : {"debian 12", "debian\n", "\tdebian", "deb\x1b[1mian", "deb\u200bian"}) {
    EXPECT_THAT(factor.refusal(wrong, "."), RefusedWith("white space")) << wrong;
  }
}

TEST(Image, ReadsTheRecord) {
  EXPECT_THAT(factor.from_record(level_of(factor, name), {{"Image", "sha256:b2a34b3a7565"}}), InForce());
  EXPECT_THAT(factor.from_record(level_of(factor, name), {{"Image", "b2a34b3a7565"}}), InForce()) << "podman's form";
  EXPECT_THAT(factor.from_record(level_of(factor, name), {{"Image", "sha256:0000"}}), Another("image 0000"));
  EXPECT_THAT(factor.from_record(level_of(factor, name), json::object()), Unreadable("Image"));
  EXPECT_THAT(factor.from_record(level_of(factor, "alpine"), {{"Image", "sha256:0000"}}),
              Unreadable("id of the image"));
}

TEST(Image, TheConfigNamesNone) {
  EXPECT_THAT(factor.from_config(level_of(factor, name), plain_config()), Silent());
}

TEST(Image, ReadsTheWitness) {
  json seen{{"os_release", "Debian GNU/Linux 12 (bookworm)"}, {"os_release_sha256", "0e51"}};
  EXPECT_THAT(factor.from_witness(level_of(factor, name), read_witness(seen)), InForce());
  seen = {{"os_release", "Alpine Linux v3.20"}, {"os_release_sha256", "a1"}};
  EXPECT_THAT(factor.from_witness(level_of(factor, name), read_witness(seen)),
              Another("an image of Alpine Linux v3.20"));
  const Witness none = witness_without("os_release_sha256", "open /etc/os-release: No such file or directory");
  EXPECT_THAT(factor.from_witness(level_of(factor, name), none), Unreadable("No such file"));
}

TEST(Image, WithoutAnOsReleaseNoProcessCanShowIt) {
  Host host = sample_host();
  host.images["scratch-like"] = {"sha256:1", ""};
  const Level level = factor.resolve({"image", "scratch-like", ".", {}}, host);
  EXPECT_THAT(factor.from_witness(level, witness_with("/os_release_sha256", "0e51")), Unreadable("no /etc/os-release"));
}

}  // namespace
}  // namespace orchestrate
