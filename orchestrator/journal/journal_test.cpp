#include "journal/journal.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <fstream>

#include "journal/line.hpp"
#include "plan/sample_plan.hpp"
#include "support/checksum.hpp"
#include "support/failure.hpp"
#include "support/files.hpp"

namespace orchestrate {
namespace {

using ::testing::HasSubstr;

std::vector<Fact> one_of_each() {
  return {
      RunStarted{
          "r", "0", "2026-11-30T00-00-00Z", sample_plan(), {{"engine", "x"}}, EarlierBlock{"/r/1", {"a was 1, is 2"}}},
      RunResumed{"0", "2026-11-30T00-00-01Z", {{"engine", "x"}}},
      OtherRunSeen{"process 1"},
      Calibrated{"getpid", 5200},
      ContainerStarted{
          {1, 0, 2}, "id", {"docker", "run"}, "token", "", {{"HostConfig", nullptr}}, nullptr, {{"pid", 1}}},
      FilterResolved{{1, 0, 2}, {"libseccomp 2", "x86_64", true, {"bpf"}, {"clone"}, 3, {"new"}}, "it broke"},
      SystemCallsCounted{{1, 0, 2}, "getpid", 1000, {{"getpid", 1000}}, ""},
      HandOverChosen{0, "stdio", "it broke"},
      Turn{1, 0, 7, "getpid", {{2, 17, 731204, 1, 2, 3, 0, 1}, {0, 18, 5, 0, 0, 0, 1, 1, OtherEnd{1, 0, 7, 8}}}},
      CallsSampled{{1, 0, 2}, "getpid", {1000, 16, 99, 5, 7, {{5, 60}, {7, 2}}, {"tsc", 0.5, 2, 38}}},
      ContainerFinished{{1, 0, 2}, {{"pid", 1}}},
      RoundFinished{1, 0, 5, 4, 3, 2, 1},
      RoundFailed{1, 0, "it broke", "out of memory", 2, {2}},
      ConditionGivenUp{1, 0, 1, "out of memory", "it broke thrice"},
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

TEST(Journal, ReadsAFailureOfAVersionThatHadNoWordsForThem) {
  const Fact fact = fact_from_json({{"fact", "round failed"}, {"round", 3}, {"group", 1}, {"what", "it broke"}});
  const auto& failed = std::get<RoundFailed>(fact);
  EXPECT_EQ(failed.kind, "");
  EXPECT_EQ(failed.slot, std::nullopt);
  EXPECT_TRUE(failed.at_work.empty());
  const Fact nobody = ConditionGivenUp{1, 0, std::nullopt, "engine error", "x"};
  EXPECT_EQ(std::get<ConditionGivenUp>(fact_from_json(to_json(nobody))).condition, std::nullopt);
}

TEST(Journal, WritesNothingBeforeSync) {
  const TemporaryFolder folder;
  FileJournal journal(folder.path() / "j");
  journal.append(RoundFailed{1, 0, "x"});
  EXPECT_TRUE(read_back(folder.path() / "j").empty());
}

/// A journal of three rounds that failed, as its lines.
std::vector<std::string> three_lines() {
  return {line_of(RoundFailed{1, 0, "x"}, 1), line_of(RoundFailed{2, 0, "y"}, 2), line_of(RoundFailed{3, 0, "z"}, 3)};
}

/// Writes lines, each with its end, and `rest` behind them.
std::filesystem::path written(const TemporaryFolder& folder, const std::vector<std::string>& lines,
                              const std::string& rest = "") {
  std::ofstream file(folder.path() / "j");
  for (const std::string& line : lines) file << line << '\n';
  file << rest;
  return folder.path() / "j";
}

/// What `replay` says about lines that it does not take; empty where it takes them.
std::string refusal(const std::vector<std::string>& lines) {
  const TemporaryFolder folder;
  try {
    read_back(written(folder, lines));
  } catch (const UsageFailure& failure) {
    return failure.what();
  }
  return {};
}

TEST(Journal, ATornLastLineIsLeftOutWhereverItIsTorn) {
  const auto lines = three_lines();
  for (std::size_t length = 0; length <= lines[2].size(); ++length) {
    const TemporaryFolder folder;
    EXPECT_EQ(read_back(written(folder, {lines[0], lines[1]}, lines[2].substr(0, length))).size(), 2U);
  }
}

TEST(Journal, EveryAlteredByteIsNoticed) {
  const auto lines = three_lines();
  EXPECT_EQ(refusal(lines), "");
  for (std::size_t at = 0; at < lines[1].size(); ++at) {
    auto altered = lines;
    altered[1][at] = static_cast<char>(altered[1][at] ^ 1);
    EXPECT_THAT(refusal(altered), HasSubstr("/j:2: this line of the journal is damaged")) << altered[1];
  }
}

TEST(Journal, AMissingADoubledAndAMisplacedLineAreNamed) {
  const auto lines = three_lines();
  EXPECT_THAT(refusal({lines[0], lines[2]}),
              HasSubstr("/j:2: this line of the journal is damaged: it was written as line 3"));
  EXPECT_THAT(refusal({lines[1], lines[2]}), HasSubstr("/j:1: "));
  EXPECT_THAT(refusal({lines[0], lines[0]}),
              HasSubstr("/j:2: this line of the journal is damaged: it was written as line 1"));
  EXPECT_THAT(refusal({lines[0], lines[2], lines[1]}), HasSubstr("/j:2: "));
  EXPECT_THAT(refusal({lines[0], ""}), HasSubstr("/j:2: "));
}

TEST(Journal, ALineOfAnOlderVersionIsRefused) {
  EXPECT_THAT(refusal({to_json(Fact(RoundFailed{1, 0, "x"})).dump()}), HasSubstr("it has no checksum"));
}

TEST(Journal, AFactThatIsUnheardOfIsNamedThoughItsChecksumIsRight) {
  nlohmann::json unheard{{"fact", "unheard of"}, {"seq", 1}};
  std::string line = unheard.dump();
  const std::string sum = fmt::format(",\"crc32c\":\"{:08x}\"}}", crc32c(line));
  line.pop_back();
  EXPECT_THAT(refusal({line + sum}), HasSubstr("unheard of"));
}

TEST(Journal, ALineThatIsNestedTooDeepIsDamagedThoughItsChecksumIsRight) {
  const std::string deep = "{\"a\":" + std::string(100'000, '[') + std::string(100'000, ']') + "}";
  const std::string sum = fmt::format(",\"crc32c\":\"{:08x}\"}}", crc32c(deep));
  EXPECT_THAT(refusal({deep.substr(0, deep.size() - 1) + sum}), HasSubstr("nested too deep"));
}

TEST(Journal, ANumberThatIsTooLargeIsDamageThoughItsChecksumIsRight) {
  for (const char* batch : {"[0,1,2,0,0,0,1,1e22]", "[0,1,2,0,0,0,1,4294967297]", "[-1,1,2,0,0,0,1,1]"}) {
    const std::string line = fmt::format(
        R"({{"fact":"turn","batches":[{}],"group":0,"operation":"getpid","round":1,"seq":1,"turn":0}})", batch);
    const std::string sum = fmt::format(",\"crc32c\":\"{:08x}\"}}", crc32c(line));
    EXPECT_THAT(refusal({line.substr(0, line.size() - 1) + sum}), HasSubstr("where a whole number is wanted")) << batch;
  }
}

TEST(Journal, GoesOnBehindTheLastWholeLine) {
  const TemporaryFolder folder;
  const auto lines = three_lines();
  const auto path = written(folder, {lines[0], lines[1]}, lines[2].substr(0, 20));
  std::size_t seen = 0;
  FileJournal journal(path, [&](const Fact&) { ++seen; });
  EXPECT_EQ(seen, 2U);
  journal.append(RoundFailed{3, 0, "z"});
  journal.sync();
  EXPECT_EQ(read_file(path), lines[0] + "\n" + lines[1] + "\n" + lines[2] + "\n");
}

TEST(Journal, IsWrittenByOneAtATimeAndLetGoAtItsEnd) {
  const TemporaryFolder folder;
  const auto nothing = [](const Fact&) {};
  {
    const FileJournal journal(folder.path() / "j");
    EXPECT_THROW(FileJournal(folder.path() / "j", nothing), UsageFailure);
  }
  EXPECT_NO_THROW(FileJournal(folder.path() / "j", nothing));
}

TEST(Journal, DoesNotGoOnWithWhatIsNotAJournal) {
  const TemporaryFolder folder;
  const auto nothing = [](const Fact&) {};
  EXPECT_THROW(FileJournal(folder.path() / "missing", nothing), UsageFailure);
  ASSERT_EQ(::mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
  EXPECT_THROW(FileJournal(folder.path() / "pipe", nothing), Failure);
  write_file(folder.path() / "victim", "");
  std::filesystem::create_symlink(folder.path() / "victim", folder.path() / "link");
  EXPECT_THROW(FileJournal(folder.path() / "link", nothing), EnvironmentFailure);
  EXPECT_THROW(FileJournal(folder.path() / "link"), EnvironmentFailure);
}

/// As long as it lives no file may grow beyond `bytes`; writing on fails as it does on a full disk.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~SmallDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST(Journal, AFullDiskLeavesWhatWasThereBefore) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "j";
  {
    FileJournal journal(path);
    journal.append(RoundFailed{1, 0, "x"});
    journal.sync();
    const SmallDisk full(200);
    for (int round = 2; round < 9; ++round) journal.append(RoundFailed{round, 0, "y"});
    EXPECT_THROW(journal.sync(), EnvironmentFailure);
  }
  EXPECT_EQ(read_file(path), three_lines()[0] + "\n") << "no half of what did not fit";
  EXPECT_EQ(read_back(path).size(), 1U);
}

TEST(Journal, NeverWritesOverAnother) {
  const TemporaryFolder folder;
  const FileJournal journal(folder.path() / "j");
  EXPECT_THROW(FileJournal(folder.path() / "j"), EnvironmentFailure);
}

}  // namespace
}  // namespace orchestrate
