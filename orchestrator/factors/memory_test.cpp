#include <gtest/gtest.h>

#include "factors/testing.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;

const Factor& memory = memory_factor();
constexpr std::int64_t bytes_of_64m = 67108864;

TEST(Memory, PutsItsLevelsIntoArguments) {
  EXPECT_THAT(options_of(memory, "none"), ElementsAre());
  EXPECT_THAT(options_of(memory, "64m"), ElementsAre("--memory", "64m", "--memory-swap", "-1"));
}

TEST(Memory, RefusesWhatIsNoSize) {
  for (const char* right : {"6m", "64m", "1g"}) EXPECT_EQ(memory.refusal(right, "."), std::nullopt) << right;
  for (const char* wrong : {"", "5m", "64", "64M", "64mb", "64k", "-1", "0.5g", "06m", "m", "9999999999g", "lots"}) {
    EXPECT_THAT(memory.refusal(wrong, "."), RefusedWith("as 64m or 1g")) << wrong;
  }
  EXPECT_THAT(memory.refusal("nnoe", "."), RefusedWith("Did you mean none?"));
}

TEST(Memory, ReadsTheRecord) {
  const Level level = level_of(memory, "64m");
  EXPECT_THAT(memory.from_record(level, record_with("Memory", bytes_of_64m)), InForce());
  EXPECT_THAT(memory.from_record(level, record_with("Memory", 0)), Another("none"));
  EXPECT_THAT(memory.from_record(level_of(memory, "none"), record_with("Memory", bytes_of_64m)), Another("64m"));
  EXPECT_THAT(memory.from_record(level_of(memory, "1024m"), record_with("Memory", 1 << 30)), InForce());
  EXPECT_THAT(memory.from_record(level, json::object()), Unreadable("Memory"));
}

TEST(Memory, ReadsTheConfig) {
  const Level level = level_of(memory, "64m");
  EXPECT_THAT(memory.from_config(level, config_with("/linux/resources/memory/limit", bytes_of_64m)), InForce());
  EXPECT_THAT(memory.from_config(level, config_with("/linux/resources/memory/limit", 1 << 30)), Another("1g"));
  EXPECT_THAT(memory.from_config(level, config_with("/linux/resources/memory/disableOOMKiller", false)),
              Another("none"));
  EXPECT_THAT(memory.from_config(level_of(memory, "none"), plain_config()), InForce());
  EXPECT_THAT(memory.from_config(level, json::object()), Unreadable("linux"));
}

TEST(Memory, ReadsTheWitness) {
  const Level level = level_of(memory, "64m");
  EXPECT_THAT(memory.from_witness(level, witness_with("/cgroup/memory_limit_bytes", bytes_of_64m)), InForce());
  EXPECT_THAT(memory.from_witness(level, witness_with("/cgroup/memory_limit_bytes", 4097)), Another("4097 bytes"));
  EXPECT_THAT(memory.from_witness(level, witness_with("/cgroup/version", "v2")), Another("none"));
  EXPECT_THAT(memory.from_witness(level, Witness{}), Unreadable("cgroup"));
  const Witness half_blind =
      read_witness({{"cgroup", {{"version", "v2"}}}, {"unreadable", {{"cgroup.memory", "open memory.max: EACCES"}}}});
  EXPECT_THAT(memory.from_witness(level_of(memory, "none"), half_blind), Unreadable("EACCES"));
}

}  // namespace
}  // namespace orchestrate
