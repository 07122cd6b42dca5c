#include <gtest/gtest.h>

#include "factors/testing.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;

const Factor& pids = pids_factor();

TEST(Pids, AreLimitedWhereTheEngineCan) {
  EXPECT_EQ(pids.implied(sample_host()), "256");
  Host host = sample_host();
  host.engine["info"]["PidsLimit"] = false;
  EXPECT_EQ(pids.implied(host), "none");
}

TEST(Pids, PutsItsLevelsIntoArguments) {
  EXPECT_THAT(options_of(pids, "64"), ElementsAre("--pids-limit", "64"));
  EXPECT_THAT(options_of(pids, "none"), ElementsAre("--pids-limit", "-1"));
}

TEST(Pids, RefusesWhatIsNoNumberOfProcesses) {
  for (const char* level : {"15", "0", "-1", "064", "4194305", "many", "64 ", "--privileged", "99999999999999999999"}) {
    EXPECT_THAT(pids.refusal(level, "."), RefusedWith("16 to 4194304")) << level;
  }
}

TEST(Pids, ReadsTheRecord) {
  EXPECT_THAT(pids.from_record(level_of(pids, "64"), record_with("PidsLimit", 64)), InForce());
  EXPECT_THAT(pids.from_record(level_of(pids, "64"), record_with("PidsLimit", nullptr)), Another("none"));
  EXPECT_THAT(pids.from_record(level_of(pids, "none"), record_with("PidsLimit", -1)), InForce());
  EXPECT_THAT(pids.from_record(level_of(pids, "none"), json::object()), Unreadable("PidsLimit"));
}

TEST(Pids, ReadsTheConfig) {
  const auto limited = [](int limit) { return config_with("/linux/resources/pids/limit", limit); };
  EXPECT_THAT(pids.from_config(level_of(pids, "64"), limited(64)), InForce());
  EXPECT_THAT(pids.from_config(level_of(pids, "64"), limited(65)), Another("65"));
  EXPECT_THAT(pids.from_config(level_of(pids, "none"), plain_config()), InForce());
  EXPECT_THAT(pids.from_config(level_of(pids, "64"), json::object()), Unreadable("linux"));
}

}  // namespace
}  // namespace orchestrate
