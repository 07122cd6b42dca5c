// Runs that do not come to their end.

#include <gmock/gmock.h>

#include <csignal>

#include "e2e/program.hpp"
#include "runner/shared_turns.hpp"

namespace orchestrate {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* long_experiment = R"(experiment: long
question: Does it stop?
container: {image: debian:12-slim}
factors:
  seccomp: [default, unconfined]
  cpus: [pinned]
operations: [empty_loop, getpid]
design: {batch: 1ms, batches: 300, rounds: {min: 200, max: 200}, precision: 2%}
contrasts:
  - {factor: seccomp, operations: [getpid], expect: differ}
)";

class Interruption : public RealEngine {
 protected:
  /// Starts the long run and waits until its first round is complete.
  std::unique_ptr<Process> started_run() {
    auto process =
        std::make_unique<Process>(std::vector<std::string>{ORCHESTRATE_PROGRAM, "run", experiment_file(long_experiment),
                                                           "--results", (folder_.path() / "results").string(),
                                                           // Some of them run at the same time on purpose.
                                                           "--no-exclusive"});
    const Deadline deadline = within(60s);
    while (process->errors().find("round 1 done") == std::string::npos && std::chrono::steady_clock::now() < deadline) {
      process->read_line(within(100ms));  // waits on both streams
    }
    return process;
  }
};

TEST_F(Interruption, TheFirstCtrlCKeepsWhatIsCompleteAndLeavesNothing) {
  const auto process = started_run();
  process->signal(SIGINT);
  const auto state = process->wait(within(60s));
  ASSERT_TRUE(state);
  EXPECT_EQ(state->code, 130) << process->errors();
  EXPECT_EQ(summary("long").at("stopped"), "interrupted");
  EXPECT_GE(summary("long").at("rounds").get<int>(), 1);
  EXPECT_EQ(labelled_containers(), "");
}

TEST_F(Interruption, TheSecondSignalWaitsForNothingAndStillLeavesNothing) {
  // A client that hangs where containers are looked at: only the urgency ends that wait before its own limit.
  const std::string engine = client_that("if [ \"$1 $2\" = 'container inspect' ]; then sleep 1000; fi");
  Process process({ORCHESTRATE_PROGRAM, "run", experiment_file(long_experiment), "--results",
                   (folder_.path() / "results").string(), "--engine", engine, "--no-exclusive"});
  const Deadline deadline = within(60s);
  const std::vector<std::string> running{find_program("docker"), "ps", "--quiet", "--filter", "label=orchestrate.run"};
  while (run_to_end(running, 30s).output.empty() && std::chrono::steady_clock::now() < deadline) {
    process.read_line(within(50ms));
  }
  process.signal(SIGINT);
  process.signal(SIGTERM);
  const auto state = process.wait(within(60s));
  ASSERT_TRUE(state);
  EXPECT_EQ(state->code, 130) << process.errors();
  EXPECT_EQ(summary("long").at("stopped"), "interrupted") << process.errors();
  EXPECT_THAT(process.errors(), HasSubstr("orchestrate resume "));
  EXPECT_EQ(labelled_containers(), "");
}

TEST_F(Interruption, AReaderThatGoesAwayCostsNoData) {
  const std::string file = experiment_file(long_experiment);
  // The reader ends before the first line is written.
  const Outcome outcome =
      run_to_end({find_program("bash"), "-c", "set -o pipefail; \"$@\" | true", "bash", ORCHESTRATE_PROGRAM, "run",
                  file, "--rounds", "1", "--results", (folder_.path() / "results").string(), "--no-exclusive"},
                 60s);
  EXPECT_EQ(summary("long").at("stopped"), "last look") << outcome.errors;
  EXPECT_EQ(summary("long").at("exit"), outcome.state.code) << outcome.errors;
  EXPECT_EQ(labelled_containers(), "");
}

TEST_F(Interruption, WhatAKilledRunLeavesIsRemovedAndALivingRunsIsNot) {
  const auto living = started_run();
  // Clients that hang keep the containers alive when the program that called them is killed.
  const auto killed = started_run();
  ASSERT_EQ(orchestrate({"clean"}).state.code, 0);
  EXPECT_NE(labelled_containers(), "") << "the containers of living runs are not touched";
  killed->signal(SIGKILL);
  ASSERT_TRUE(killed->wait(within(20s)));
  EXPECT_EQ(orchestrate({"clean"}).state.code, 0);
  EXPECT_THAT(left_folders(temporary_prefix()), IsEmpty());
  EXPECT_THAT(left_folders(turns_prefix()), IsEmpty());
  living->signal(SIGINT);
  ASSERT_TRUE(living->wait(within(60s)));
  EXPECT_EQ(labelled_containers(), "");
}

}  // namespace
}  // namespace orchestrate
