#include "analysis/run_differences.hpp"

#include <gtest/gtest.h>

namespace orchestrate {
namespace {

using nlohmann::json;

std::vector<std::string> what_of(const std::vector<RunDifference>& differences) {
  std::vector<std::string> what;
  for (const RunDifference& one : differences) what.push_back(one.what);
  return what;
}

TEST(RunDifferences, AreToldInTheOrderOfTheirWeight) {
  const json before{
      {"machine",
       {{"kernel", "6.1"},
        {"cpu", "A"},
        {"cpus", {0, 1}},
        {"load", "0.1"},
        {"mitigations", {{"tsa", "Vulnerable"}, {"mds", "Not affected"}}}}},
      {"engine",
       {{"version", {{"Server", {{"Version", "20"}, {"Components", {{{"Name", "runc"}, {"Version", "1.1"}}}}}}}},
        {"info", {{"Containers", 3}, {"CgroupVersion", "1"}}}}},
      {"images", {{"debian:12-slim", "sha256:1"}}},
      {"probe", {{"sha256", "aa"}, {"path", "/one"}}}};
  json after = before;
  after["machine"]["load"] = "7";
  after["engine"]["info"]["Containers"] = 4;
  after["probe"]["path"] = "/two";
  EXPECT_TRUE(environment_differences(before, after).empty()) << "what comes and goes does not matter";
  after["machine"]["cpus"] = {0};
  after["probe"]["sha256"] = "bb";
  after["images"]["debian:12-slim"] = "sha256:2";
  after["engine"]["version"]["Server"]["Components"][0]["Version"] = "1.2";
  after["engine"]["info"]["CgroupVersion"] = "2";
  after["machine"]["mitigations"].erase("tsa");
  after["machine"]["kernel"] = "6.2";
  const auto differences = environment_differences(before, after);
  EXPECT_EQ(what_of(differences),
            (std::vector<std::string>{"kernel", "mitigation tsa", "cgroup version", "engine's runc",
                                      "image debian:12-slim", "probe sha256", "CPUs"}));
  EXPECT_EQ(differences[1].after, "") << "no such mitigation is known there";
  EXPECT_EQ(differences.back().before, "[0,1]");
}

TEST(RunDifferences, ProbesOfOtherLibcsAreComparedByTheirHash) {
  const json before{{"probes", {{"glibc-2.31", {{"sha256", "aa"}, {"path", "/one"}}}}}};
  json after = before;
  after["probes"]["glibc-2.31"]["path"] = "/two";
  EXPECT_TRUE(environment_differences(before, after).empty());
  after["probes"]["glibc-2.31"]["sha256"] = "bb";
  EXPECT_EQ(what_of(environment_differences(before, after)), (std::vector<std::string>{"sha256 of probe glibc-2.31"}));
}

TEST(RunDifferences, NothingIsKnownOfAnEmptyEnvironment) {
  EXPECT_TRUE(environment_differences(nullptr, json::object()).empty());
}

TEST(RunDifferences, LevelsOfTheSameNameMayStandForOtherThings) {
  PlannedCondition before;
  before.levels = {{"seccomp", "my.json", {{"profile", std::string(200, 'x')}}}, {"memory", "none", {}}};
  PlannedCondition after;
  after.levels = {{"seccomp", "my.json", {{"profile", std::string(200, 'y')}}}, {"apparmor", "default", {}}};
  const auto differences = level_differences(before, after);
  ASSERT_EQ(what_of(differences), (std::vector<std::string>{"what seccomp my.json stands for", "memory", "apparmor"}));
  EXPECT_TRUE(differences[0].before.starts_with("sha256 ")) << "long contents are told by their hash";
  EXPECT_NE(differences[0].before, differences[0].after);
  EXPECT_EQ(differences[2].before, "");
  EXPECT_EQ(differences[2].after, "default");
  before.levels = {{"libc", "native", {{"probe", "/one"}}}};
  after.levels = {{"libc", "native", {{"probe", "/two"}}}};
  EXPECT_TRUE(level_differences(before, after).empty()) << "where a probe lies decides nothing; its hash is told above";
}

TEST(RunDifferences, OfDesigns) {
  Design other;
  other.interleave = Interleave::sequential;
  other.batch = std::chrono::nanoseconds(500'000);
  EXPECT_EQ(what_of(design_differences({}, other)),
            (std::vector<std::string>{"interleave", "length of a batch in ns"}));
  other = {};
  other.precision = 0.001;
  EXPECT_TRUE(design_differences({}, other).empty()) << "how long a run goes on changes no value";
}

}  // namespace
}  // namespace orchestrate
