#include "runner/environment.hpp"

#include <gmock/gmock.h>

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

json an_environment() {
  return {
      {"machine", {{"kernel", "6.1"}, {"load", "0.1 0.1 0.1"}, {"cpus", {0, 1}}}},
      {"engine", {{"program", "/usr/bin/docker"}, {"info", {{"Containers", 3}, {"SystemTime", "now"}, {"ID", "x"}}}}},
      {"images", {{"docker.io/debian:12-slim", "sha256:1"}}},
      {"probe", {{"sha256", "aa"}}}};
}

TEST(Environment, WhatIsTrueForAMomentOnlyIsNoChange) {
  json later = an_environment();
  later["machine"]["load"] = "9 9 9";
  later["engine"]["info"]["Containers"] = 4;
  later["engine"]["info"]["SystemTime"] = "later";
  EXPECT_THAT(changes(an_environment(), later), IsEmpty());
}

TEST(Environment, EveryOtherChangeIsNamedWithBothValues) {
  json later = an_environment();
  later["machine"]["kernel"] = "6.2";
  later["machine"]["cpus"] = {0};
  later["images"]["docker.io/debian:12-slim"] = "sha256:2";
  later["probe"]["sha256"] = "bb";
  later["engine"]["info"]["ID"] = "y\x1b[2J";
  EXPECT_THAT(
      changes(an_environment(), later),
      ElementsAre("engine/info/ID was x, is y\\x1b[2J", "images/docker.io~1debian:12-slim was sha256:1, is sha256:2",
                  "machine/cpus/1 was 1, is not there", "machine/kernel was 6.1, is 6.2",
                  "probe/sha256 was aa, is bb"));
}

TEST(Environment, APartThatIsGoneIsAChange) {
  json later = an_environment();
  later.erase("engine");
  EXPECT_FALSE(changes(an_environment(), later).empty());
  EXPECT_FALSE(changes(later, an_environment()).empty());
}

}  // namespace
}  // namespace orchestrate
