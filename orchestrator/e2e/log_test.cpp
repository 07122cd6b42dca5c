// What -v, -q and --log-file say of a real run.

#include <gmock/gmock.h>

#include <chrono>
#include <ctime>
#include <iomanip>
#include <map>
#include <sstream>

#include "e2e/program.hpp"
#include "journal/turns.hpp"
#include "support/time.hpp"

namespace orchestrate {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class LoggedRun : public RealEngine {};

constexpr const char* short_run = R"(
experiment: logged
question: What is said of a run?
container: {image: debian:12-slim}
factors: {seccomp: [default, unconfined]}
operations: [getpid]
design: {batch: 500us, batches: 100, rounds: {min: 3, max: 3}}
contrasts: [{factor: seccomp, operations: [getpid], expect: differ}]
)";

/// A log line's time on the clock of the batches.
std::int64_t monotonic_time_of(const std::string& line) {
  std::tm day{};
  double seconds = 0;
  std::istringstream text(line);
  text >> std::get_time(&day, "%Y-%m-%dT%H:%M:") >> seconds;
  EXPECT_TRUE(text) << line;
  const auto wall =
      static_cast<std::int64_t>(::timegm(&day)) * 1'000'000'000 + static_cast<std::int64_t>(seconds * 1e9);
  const auto wall_now =
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
  return wall - wall_now + monotonic_ns();
}

struct Span {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// From the first batch to the last, by round.
std::map<int, Span> lockstep_of(const std::filesystem::path& journal) {
  std::map<int, Span> rounds;
  turns_of(journal)([&](const Turn& turn) {
    for (const Batch& batch : turn.batches) {
      const std::int64_t end = batch.started_ns + batch.elapsed_ns;
      Span& span = rounds.try_emplace(turn.round, Span{batch.started_ns, end}).first->second;
      span = {std::min(span.begin, batch.started_ns), std::max(span.end, end)};
    }
  });
  return rounds;
}

TEST_F(LoggedRun, NamesEveryCommandAndSaysNothingWhileSomethingIsMeasured) {
  const std::string log = (folder_.path() / "log").string();
  const Outcome outcome = run(experiment_file(short_run), {"--log-file", log});
  ASSERT_TRUE(outcome.state.code == 0 || outcome.state.code == 1) << outcome.errors;
  EXPECT_THAT(outcome.errors, Not(HasSubstr("debug"))) << "--quiet is for standard error";
  const std::string text = read_file(log);
  for (const char* command : {"docker version", "docker run -i", "docker container inspect", "docker rm --force"}) {
    EXPECT_THAT(text, HasSubstr(command));
  }
  EXPECT_THAT(text, HasSubstr("round 3 of group 1 is complete"));
  EXPECT_THAT(text, HasSubstr("exit status"));

  const auto rounds = lockstep_of(latest("logged") / "journal.jsonl");
  ASSERT_EQ(rounds.size(), 3U);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(' ')) continue;
    const std::int64_t said = monotonic_time_of(line);
    for (const auto& [round, span] : rounds) {
      EXPECT_FALSE(said > span.begin && said < span.end) << "in round " << round << ": " << line;
    }
  }
}

TEST_F(LoggedRun, ShowsTheSameOnStandardErrorWhereItIsAskedFor) {
  const std::string results = (folder_.path() / "results").string();
  const Outcome outcome = orchestrate({"run", experiment_file(short_run), "-v", "--rounds", "1", "--results", results});
  EXPECT_THAT(outcome.errors, HasSubstr("orchestrate: debug: started "));
  EXPECT_THAT(outcome.errors, HasSubstr(" run -i --cidfile "));
}

}  // namespace
}  // namespace orchestrate
