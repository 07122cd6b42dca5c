#include <gtest/gtest.h>

#include "factors/testing.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;

const Factor& image = image_factor();
const char* const name = "debian:12-slim";

TEST(Image, IsStartedByItsIdWhereThatIsKnown) {
  ContainerSpec spec;
  image.apply(level_of(image, name), spec);
  EXPECT_EQ(spec.image, "sha256:b2a34b3a7565");
  EXPECT_TRUE(spec.options.empty());
  image.apply(level_of(image, "alpine:3.20"), spec);
  EXPECT_EQ(spec.image, "alpine:3.20");
}

TEST(Image, RefusesWhatIsNoName) {
  EXPECT_EQ(image.refusal("localhost:5000/tools/box@sha256:0a1b", "."), std::nullopt);
  EXPECT_THAT(image.refusal("", "."), RefusedWith("cannot be empty"));
  EXPECT_THAT(image.refusal("--privileged", "."), RefusedWith("taken for an option"));
  for (const char* wrong : {"debian 12", "debian\n", "\tdebian", "deb\x1b[1mian", "deb\u200bian"}) {
    EXPECT_THAT(image.refusal(wrong, "."), RefusedWith("white space")) << wrong;
  }
}

TEST(Image, ReadsTheRecord) {
  EXPECT_THAT(image.from_record(level_of(image, name), {{"Image", "sha256:b2a34b3a7565"}}), InForce());
  EXPECT_THAT(image.from_record(level_of(image, name), {{"Image", "b2a34b3a7565"}}), InForce()) << "podman's form";
  EXPECT_THAT(image.from_record(level_of(image, name), {{"Image", "sha256:0000"}}), Another("image 0000"));
  EXPECT_THAT(image.from_record(level_of(image, name), json::object()), Unreadable("Image"));
  EXPECT_THAT(image.from_record(level_of(image, "alpine"), {{"Image", "sha256:0000"}}), Unreadable("id of the image"));
}

TEST(Image, TheConfigNamesNone) {
  EXPECT_THAT(image.from_config(level_of(image, name), plain_config()), Silent());
}

TEST(Image, ReadsTheWitness) {
  json seen{{"os_release", "Debian GNU/Linux 12 (bookworm)"}, {"os_release_sha256", "0e51"}};
  EXPECT_THAT(image.from_witness(level_of(image, name), read_witness(seen)), InForce());
  seen = {{"os_release", "Alpine Linux v3.20"}, {"os_release_sha256", "a1"}};
  EXPECT_THAT(image.from_witness(level_of(image, name), read_witness(seen)), Another("an image of Alpine Linux v3.20"));
  const Witness none = witness_without("os_release_sha256", "open /etc/os-release: No such file or directory");
  EXPECT_THAT(image.from_witness(level_of(image, name), none), Unreadable("No such file"));
}

TEST(Image, WithoutAnOsReleaseNoProcessCanShowIt) {
  Host host = sample_host();
  host.images["scratch-like"] = {"sha256:1", ""};
  const Level level = image.resolve({"image", "scratch-like", ".", {}}, host);
  EXPECT_THAT(image.from_witness(level, witness_with("/os_release_sha256", "0e51")), Unreadable("no /etc/os-release"));
}

}  // namespace
}  // namespace orchestrate
