#include "journal/journal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "plan/sample_plan.hpp"
#include "support/failure.hpp"
#include "support/files.hpp"

namespace orchestrate {
namespace {

using ::testing::HasSubstr;

std::vector<Fact> one_of_each() {
  return {RunStarted{"r", "0", "2026-11-30T00-00-00Z", sample_plan(), {{"engine", "x"}}},
          Calibrated{"getpid", 5200},
          ContainerStarted{
              {1, 0, 2}, "id", {"docker", "run"}, "token", "", {{"HostConfig", nullptr}}, nullptr, {{"pid", 1}}},
          FilterResolved{{1, 0, 2}, {"libseccomp 2", "x86_64", true, {"bpf"}, {"clone"}, 3, {"new"}}, "it broke"},
          SystemCallsCounted{{1, 0, 2}, "getpid", 1000, {{"getpid", 1000}}, ""},
          Turn{1, 0, 7, "getpid", {{2, 17, 731204, 1, 2, 3, 0, 1}, {0, 18, 5, 0, 0, 0, 1, 1, OtherEnd{1, 0, 7, 8}}}},
          CallsSampled{{1, 0, 2}, "getpid", {1000, 16, 99, 5, 7, {{5, 60}, {7, 2}}, {"tsc", 0.5, 2, 38}}},
          ContainerFinished{{1, 0, 2}, {{"pid", 1}}},
          RoundFinished{1, 0, 5, 4, 3, 2, 1},
          RoundFailed{1, 0, "it broke"},
          RunFinished{"precision", 18, 0, 99}};
}

std::vector<nlohmann::json> read_back(const std::filesystem::path& path) {
  std::vector<nlohmann::json> facts;
  replay(path, [&](const Fact& fact) { facts.push_back(to_json(fact)); });
  return facts;
}

TEST(Journal, GivesBackEveryKindOfFact) {
  const TemporaryFolder folder;
  FileJournal journal(folder.path() / "j");
  for (const Fact& fact : one_of_each()) journal.append(fact);
  journal.sync();
  const auto facts = read_back(folder.path() / "j");
  ASSERT_EQ(facts.size(), std::variant_size_v<Fact>);
  for (std::size_t i = 0; i < facts.size(); ++i) EXPECT_EQ(facts[i], to_json(one_of_each()[i]));
}

TEST(Journal, WritesNothingBeforeSync) {
  const TemporaryFolder folder;
  FileJournal journal(folder.path() / "j");
  journal.append(RoundFailed{1, 0, "x"});
  EXPECT_TRUE(read_back(folder.path() / "j").empty());
}

TEST(Journal, ATornLastLineIsLeftOut) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "j") << to_json(Fact(RoundFailed{1, 0, "x"})).dump() << "\n{\"fact\":\"run fin";
  EXPECT_EQ(read_back(folder.path() / "j").size(), 1U);
}

TEST(Journal, ADamagedLineIsNamed) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "j") << to_json(Fact(RoundFailed{1, 0, "x"})).dump() << "\n{\"fact\":\"unheard of\"}\n";
  try {
    read_back(folder.path() / "j");
    FAIL();
  } catch (const UsageFailure& failure) {
    EXPECT_THAT(failure.what(), HasSubstr("/j:2:"));
  }
}

TEST(Journal, NeverWritesOverAnother) {
  const TemporaryFolder folder;
  const FileJournal journal(folder.path() / "j");
  EXPECT_THROW(FileJournal(folder.path() / "j"), EnvironmentFailure);
}

}  // namespace
}  // namespace orchestrate
