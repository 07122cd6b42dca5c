// Runs that do not come to their end.

#include <gmock/gmock.h>

#include <csignal>

#include "e2e/program.hpp"
#include "support/owner.hpp"

namespace orchestrate {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

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

/// Who has made the files in which turns are taken that are on this host now.
std::vector<std::string> owners_of_turns() {
  std::vector<std::string> owners;
  for (const auto& entry : std::filesystem::directory_iterator("/dev/shm")) {
    const bool ours = entry.path().filename().string().starts_with("orchestrate-turns-");
    if (ours && std::filesystem::exists(entry.path() / "owner")) owners.push_back(read_file(entry.path() / "owner"));
  }
  return owners;
}

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

TEST_F(Interruption, WhatAKilledRunLeavesIsRemovedAndALivingRunsIsNot) {
  const auto living = started_run();
  // Clients that hang keep the containers alive when the program that called them is killed.
  const auto killed = started_run();
  ASSERT_EQ(orchestrate({"clean"}).state.code, 0);
  EXPECT_NE(labelled_containers(), "") << "the containers of living runs are not touched";
  killed->signal(SIGKILL);
  ASSERT_TRUE(killed->wait(within(20s)));
  EXPECT_EQ(orchestrate({"clean"}).state.code, 0);
  for (const std::string& owner : owners_of_turns()) EXPECT_TRUE(owner_lives(owner)) << owner;
  living->signal(SIGINT);
  ASSERT_TRUE(living->wait(within(60s)));
  EXPECT_EQ(labelled_containers(), "");
}

}  // namespace
}  // namespace orchestrate
