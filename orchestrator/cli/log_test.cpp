#include "cli/log.hpp"

#include <gmock/gmock.h>
#include <spdlog/spdlog.h>

#include "support/failure.hpp"
#include "support/files.hpp"

namespace orchestrate {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

class Log : public ::testing::Test {
 protected:
  void SetUp() override { log_to_standard_error(); }
  void TearDown() override { log_to_standard_error(); }

  [[nodiscard]] std::string path() const { return (folder_.path() / "log").string(); }

 private:
  TemporaryFolder folder_;
};

TEST_F(Log, FileHasEveryMessageWithItsTime) {
  log_to_file(path());
  spdlog::debug("docker ps");
  spdlog::warn("careful");
  tell_failure("it failed");
  const std::string time = "[0-9]+-[0-9]+-[0-9]+T[0-9:]+\\.[0-9]+Z ";
  EXPECT_THAT(read_file(path()),
              MatchesRegex(time + "debug: docker ps\n" + time + "warning: careful\n" + time + "error: it failed\n"));
}

TEST_F(Log, FileIsAddedTo) {
  write_file(path(), "what was there\n");
  log_to_file(path());
  spdlog::info("more");
  EXPECT_THAT(read_file(path()), ::testing::StartsWith("what was there\n"));
  EXPECT_THAT(read_file(path()), EndsWith("info: more\n"));
}

TEST_F(Log, FileHoldsNothingThatActsOnATerminalOrLooksLikeAnotherMessage) {
  log_to_file(path());
  spdlog::warn("\x1b[31mred\n2026-11-30T00:00:00.000000Z error: forged \xe2\x80\xae");
  const std::string text = read_file(path());
  EXPECT_THAT(text, HasSubstr("warning: \\x1b[31mred\n    2026-11-30T00:00:00.000000Z error: forged \\u{202e}\n"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST_F(Log, FileThatCannotBeWrittenIsToldBeforeAnythingIsDone) {
  try {
    log_to_file("/proc/no/such/folder/log");
    FAIL() << "it cannot be written";
  } catch (const EnvironmentFailure& failure) {
    EXPECT_THAT(failure.what(), HasSubstr("Name another with --log-file."));
  }
}

TEST(PlainLines, KeepTextsOfOneLineAsTheyAre) {
  EXPECT_EQ(plain_lines("±2 % of 5 ns"), "±2 % of 5 ns");
  EXPECT_EQ(plain_lines(""), "");
  EXPECT_EQ(plain_lines("one\n"), "one\n    ");
}

}  // namespace
}  // namespace orchestrate
