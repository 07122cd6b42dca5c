#include <gtest/gtest.h>

#include "factors/testing.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Factor& ulimit = ulimit_factor();
const char* const files = "nofile=1024:2048";

json recorded(const char* name, std::int64_t soft, std::int64_t hard) {
  return {{"Name", name}, {"Soft", soft}, {"Hard", hard}};
}

json configured(const char* type, std::uint64_t soft, std::uint64_t hard) {
  return {{"type", type}, {"soft", soft}, {"hard", hard}};
}

TEST(Ulimit, PutsItsLevelsIntoArguments) {
  EXPECT_THAT(options_of(ulimit, "default"), ElementsAre());
  EXPECT_THAT(options_of(ulimit, files), ElementsAre("--ulimit", "nofile=1024:2048"));
  EXPECT_THAT(options_of(ulimit, "nofile=1024"), ElementsAre("--ulimit", "nofile=1024:1024"));
  EXPECT_THAT(options_of(ulimit, "core=0:unlimited"), ElementsAre("--ulimit", "core=0:-1"));
}

TEST(Ulimit, RefusesWhatIsNoLimit) {
  EXPECT_THAT(ulimit.refusal("nofiles=1", "."), RefusedWith("Did you mean nofile?"));
  EXPECT_THAT(ulimit.refusal("as=1", "."), RefusedWith("nofile"));
  for (const char* wrong : {"nofile=", "nofile=a", "nofile=-1", "nofile=2048:1024", "nofile=1:2:3",
                            "nofile=unlimited:1", "nofile=18446744073709551615"}) {
    EXPECT_THAT(ulimit.refusal(wrong, "."), RefusedWith("SOFT:HARD")) << wrong;
  }
  EXPECT_THAT(ulimit.refusal("defualt", "."), RefusedWith("Did you mean default?"));
  EXPECT_THAT(ulimit.refusal("", "."), RefusedWith("cannot be empty"));
}

TEST(Ulimit, ReadsTheRecord) {
  const auto record = [](const json& limits) { return record_with("Ulimits", limits); };
  const Level level = level_of(ulimit, files);
  EXPECT_THAT(ulimit.from_record(level, record(json::array({recorded("nproc", 1, 1), recorded("nofile", 1024, 2048)}))),
              InForce());
  EXPECT_THAT(ulimit.from_record(level, record(json::array({recorded("RLIMIT_NOFILE", 1024, 2048)}))), InForce())
      << "podman's form";
  EXPECT_THAT(ulimit.from_record(level, record(json::array({recorded("nofile", 1024, 1024)}))),
              Another("nofile=1024:1024"));
  EXPECT_THAT(ulimit.from_record(level, record(json::array())), Another("default"));
  EXPECT_THAT(ulimit.from_record(level_of(ulimit, "core=unlimited"), record(json::array({recorded("core", -1, -1)}))),
              InForce());
  EXPECT_THAT(ulimit.from_record(level_of(ulimit, "default"), record(nullptr)), InForce());
  EXPECT_THAT(ulimit.from_record(level_of(ulimit, "default"), record(json::array({recorded("nproc", 1, 2)}))),
              Another("nproc=1:2"));
  EXPECT_THAT(ulimit.from_record(level, record(json::array({{{"Name", "nofile"}}}))), Unreadable("no limit"));
  EXPECT_THAT(ulimit.from_record(level, json::object()), Unreadable("Ulimits"));
}

TEST(Ulimit, ReadsTheConfig) {
  const auto config = [](const json& limits) { return config_with("/process/rlimits", limits); };
  const Level level = level_of(ulimit, files);
  EXPECT_THAT(ulimit.from_config(level, config(json::array({configured("RLIMIT_NOFILE", 1024, 2048)}))), InForce());
  EXPECT_THAT(ulimit.from_config(level, config(json::array({configured("RLIMIT_NOFILE", 7, 7)}))),
              Another("nofile=7:7"));
  EXPECT_THAT(ulimit.from_config(level, plain_config()), Another("default"));
  constexpr std::uint64_t infinity = 18446744073709551615U;
  EXPECT_THAT(ulimit.from_config(level_of(ulimit, "core=unlimited"),
                                 config(json::array({configured("RLIMIT_CORE", infinity, infinity)}))),
              InForce());
  EXPECT_THAT(ulimit.from_config(level_of(ulimit, "default"), plain_config()), InForce());
  EXPECT_THAT(ulimit.from_config(level, json::object()), Unreadable("process"));
}

TEST(Ulimit, ReadsTheWitness) {
  const Level level = level_of(ulimit, files);
  const auto process = [](const json& soft, const json& hard) {
    return witness_with("/limits/nofile", {{"soft", soft}, {"hard", hard}});
  };
  EXPECT_THAT(ulimit.from_witness(level, process(1024, 2048)), InForce());
  EXPECT_THAT(ulimit.from_witness(level, process(20000, 20000)), Another("nofile=20000:20000"));
  EXPECT_THAT(ulimit.from_witness(level_of(ulimit, "nofile=unlimited"), process("unlimited", "unlimited")), InForce());
  EXPECT_THAT(ulimit.from_witness(level, witness_with("/limits/nproc", {{"soft", 1}, {"hard", 1}})),
              Unreadable("nofile"));
  EXPECT_THAT(ulimit.from_witness(level, Witness{}), Unreadable("limits"));
}

TEST(Ulimit, OfTheEnginesOwnLimitsTheProcessCanOnlyReport) {
  const Observation seen = ulimit.from_witness(level_of(ulimit, "default"),
                                               witness_with("/limits/nofile", {{"soft", 20000}, {"hard", 20000}}));
  EXPECT_THAT(seen, InForce());
  EXPECT_THAT(seen.detail, HasSubstr("nofile=20000:20000"));
  EXPECT_THAT(ulimit.from_witness(level_of(ulimit, "default"), Witness{}), Unreadable("limits"));
}

}  // namespace
}  // namespace orchestrate
