#include "selftest/arguments.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace orchestrate {
namespace {

using ::testing::ElementsAre;

const std::vector<std::string> honest{"docker", "run", "-e", "X=1", "image", "/probe", "serve", "--token", "t"};

TEST(SabotagedArguments, LoseWhatShellsLose) {
  EXPECT_THAT(without_option(honest, "-e"), ElementsAre("docker", "run", "image", "/probe", "serve", "--token", "t"));
  EXPECT_THAT(without_value(honest, "-e"),
              ElementsAre("docker", "run", "-e", "image", "/probe", "serve", "--token", "t"));
  EXPECT_THAT(joined_with_value(honest, "-e"),
              ElementsAre("docker", "run", "-e X=1", "image", "/probe", "serve", "--token", "t"));
  EXPECT_THAT(moved_behind_image(honest, "-e"),
              ElementsAre("docker", "run", "image", "-e", "X=1", "/probe", "serve", "--token", "t"));
}

TEST(SabotagedArguments, GainAndChange) {
  EXPECT_THAT(with_value(honest, "-e", "X=2"),
              ElementsAre("docker", "run", "-e", "X=2", "image", "/probe", "serve", "--token", "t"));
  EXPECT_THAT(with_first(honest, {"-v"}),
              ElementsAre("docker", "run", "-v", "-e", "X=1", "image", "/probe", "serve", "--token", "t"));
  EXPECT_THAT(with_last(honest, {"-v"}),
              ElementsAre("docker", "run", "-e", "X=1", "-v", "image", "/probe", "serve", "--token", "t"));
  EXPECT_EQ(value_of(honest, "-e"), "X=1");
}

TEST(SabotagedArguments, StayWithoutTheOption) {
  EXPECT_EQ(without_option(honest, "--no"), honest);
  EXPECT_EQ(without_value(honest, "--no"), honest);
  EXPECT_EQ(joined_with_value(honest, "--no"), honest);
  EXPECT_EQ(with_value(honest, "--no", "x"), honest);
  EXPECT_EQ(moved_behind_image(honest, "--no"), honest);
  EXPECT_EQ(value_of(honest, "--no"), "");
}

}  // namespace
}  // namespace orchestrate
