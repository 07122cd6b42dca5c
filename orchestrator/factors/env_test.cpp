#include <gtest/gtest.h>

#include "factors/testing.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;

const Factor& env = env_factor();

Level level_x(const std::string& value) {
  return env.resolve({"env.X", value, ".", {}}, sample_host());
}

TEST(Env, IsOneOptionAndOneValue) {
  EXPECT_THAT(options_of(env, level_x("1 --cpuset-cpus=1")), ElementsAre("--env", "X=1 --cpuset-cpus=1"));
  EXPECT_THAT(options_of(env, level_x("")), ElementsAre("--env", "X="));
}

TEST(Env, RefusesWhatNoVariableCanHold) {
  EXPECT_THAT(env.refusal(std::string("\0", 1), "."), RefusedWith("NUL"));
  EXPECT_EQ(env.refusal("", "."), std::nullopt);
}

TEST(Env, ReadsTheRecord) {
  const auto record = [](const json& entries) { return json{{"Config", {{"Env", entries}}}}; };
  EXPECT_THAT(env.from_record(level_x("1"), record({"XX=2", "X=1"})), InForce());
  EXPECT_THAT(env.from_record(level_x("1"), record({"X=1", "X=2"})), Another("2")) << "the last one wins";
  EXPECT_THAT(env.from_record(level_x("1"), record(json::array())), Another("not set"));
  EXPECT_THAT(env.from_record(level_x(""), record({"X"})), Another("not set"));
  EXPECT_THAT(env.from_record(level_x("1"), json::object()), Unreadable("Config.Env"));
}

TEST(Env, ReadsTheConfig) {
  EXPECT_THAT(env.from_config(level_x("1"), config_with("/process/env", {"PATH=/bin", "X=1"})), InForce());
  EXPECT_THAT(env.from_config(level_x("1"), config_with("/process/env", {"PATH=/bin"})), Another("not set"));
  EXPECT_THAT(env.from_config(level_x("1"), config_with("/process/env", {"X=1 --cpuset-cpus=1"})),
              Another("1 --cpuset-cpus=1"));
  EXPECT_THAT(env.from_config(level_x("1"), json::object()), Unreadable("process.env"));
}

TEST(Env, ReadsTheWitness) {
  EXPECT_THAT(env.from_witness(level_x("1"), witness_with("/environment", {{"X", "1"}})), InForce());
  EXPECT_THAT(env.from_witness(level_x("1"), witness_with("/environment", {{"X", "2"}})), Another("2"));
  EXPECT_THAT(env.from_witness(level_x("1"), witness_with("/environment", {{"Y", "1"}})), Another("not set"));
  EXPECT_THAT(env.from_witness(level_x("1"), Witness{}), Unreadable("environment"));
}

}  // namespace
}  // namespace orchestrate
