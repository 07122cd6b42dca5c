#include <gtest/gtest.h>

#include "factors/testing.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;

const Factor& engine_args = engine_args_factor();

Level level_with(const json& verify, const std::string& text = "small") {
  const json details{{"args", {"--shm-size", "64m"}}, {"verify", verify}};
  return engine_args.resolve({"engine_args.shm", text, ".", details}, sample_host());
}

const json by_record{{"inspect", "/HostConfig/ShmSize"}, {"equals", 67108864}};
const json by_witness{{"witness", "/hostname"}, {"equals", "box"}};

TEST(EngineArgs, AddsItsArgumentsAsTheyAre) {
  EXPECT_THAT(options_of(engine_args, level_with(by_record)), ElementsAre("--shm-size", "64m"));
}

TEST(EngineArgs, RefusesALevelThatIsNoName) {
  EXPECT_EQ(engine_args.refusal("64m", "."), std::nullopt);
  for (const char* wrong : {"", "-x", "a b"})
    EXPECT_THAT(engine_args.refusal(wrong, "."), RefusedWith("letters")) << wrong;
}

TEST(EngineArgs, ReadsTheRecordWhereTheLevelNamesIt) {
  EXPECT_THAT(engine_args.from_record(level_with(by_record), record_with("ShmSize", 67108864)), InForce());
  EXPECT_THAT(engine_args.from_record(level_with(by_record), record_with("ShmSize", 7)), Another("7"));
  EXPECT_THAT(engine_args.from_record(level_with(by_record, "7"), record_with("ShmSize", 7)), Another("7"))
      << "a value that reads like the level's name is not the level";
  EXPECT_THAT(engine_args.from_record(level_with(by_record), record_with("ShmSize", "67108864")),
              Another("\"67108864\""));
  EXPECT_THAT(engine_args.from_record(level_with(by_record), json::object()), Unreadable("/HostConfig/ShmSize"));
  EXPECT_THAT(engine_args.from_record(level_with(by_witness), json::object()), Silent());
}

TEST(EngineArgs, ReadsTheWitnessWhereTheLevelNamesIt) {
  EXPECT_THAT(engine_args.from_witness(level_with(by_witness), witness_with("/hostname", "box")), InForce());
  EXPECT_THAT(engine_args.from_witness(level_with(by_witness), witness_with("/hostname", "0a1b")), Another("\"0a1b\""));
  EXPECT_THAT(engine_args.from_witness(level_with(by_witness), Witness{}), Unreadable("/hostname"));
  EXPECT_THAT(engine_args.from_witness(level_with(by_record), Witness{}), Silent());
}

TEST(EngineArgs, TheConfigIsNotAsked) {
  EXPECT_THAT(engine_args.from_config(level_with(by_record), plain_config()), Silent());
}

TEST(EngineArgs, WithoutEvidenceNothingIsEverSeen) {
  for (const json& verify : {json(), json::object()}) {
    EXPECT_THAT(engine_args.from_record(level_with(verify), record_with("ShmSize", 67108864)),
                Unreadable("no evidence"));
    EXPECT_THAT(engine_args.from_witness(level_with(verify), Witness{}), Unreadable("no evidence"));
  }
  for (const char* wrong : {"HostConfig", "/a~", "/a~2"}) {
    EXPECT_THAT(engine_args.from_record(level_with({{"inspect", wrong}}), record_with("ShmSize", 1)),
                Unreadable("JSON pointer"))
        << wrong;
  }
}

}  // namespace
}  // namespace orchestrate
