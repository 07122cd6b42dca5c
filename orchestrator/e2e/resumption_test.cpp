// Runs that are ended by force, and go on.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <csignal>

#include "e2e/program.hpp"
#include "e2e/taken.hpp"

namespace orchestrate {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

constexpr int rounds = 5;

std::string experiment(int batches, int number_of_rounds) {
  return fmt::format(R"(experiment: resumed
question: Does it go on?
container: {{image: debian:12-slim}}
factors:
  seccomp: [default, unconfined]
  cpus: [pinned]
operations: [empty_loop, getpid]
design: {{batch: 1ms, batches: {}, rounds: {{min: {}, max: {}}}, precision: 2%}}
contrasts:
  - {{factor: seccomp, operations: [getpid], expect: differ}}
)",
                     batches, number_of_rounds, number_of_rounds);
}

class Resumption : public RealEngine {
 protected:
  /// A run that is under way, `text` as its experiment file.
  std::unique_ptr<Process> start(const std::string& text,
                                 const std::vector<std::string>& options = {"--no-exclusive"}) {
    const fs::path file = folder_.path() / fmt::format("{}.yaml", ++files_);
    write_file(file, text);
    std::vector<std::string> arguments{ORCHESTRATE_PROGRAM, "run", file.string(), "--results", results_.string()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return std::make_unique<Process>(arguments);
  }

  /// Reads what `process` says until it has said `text`, or is silent for too long.
  static bool has_said(Process& process, const std::string& text) {
    const Deadline deadline = within(90s);
    while (process.errors().find(text) == std::string::npos && std::chrono::steady_clock::now() < deadline) {
      process.read_line(within(100ms));  // waits on both streams
    }
    return process.errors().find(text) != std::string::npos;
  }

  static int end_of(Process& process) {
    const auto state = process.wait(within(90s));
    return state && state->code ? *state->code : -1;
  }

  [[nodiscard]] fs::path folder() const { return results_ / "resumed" / "latest"; }
  [[nodiscard]] fs::path journal() const { return folder() / "journal.jsonl"; }

  [[nodiscard]] nlohmann::json summary_of_run() const {
    return nlohmann::json::parse(read_file(folder() / "summary.json"));
  }

  [[nodiscard]] Outcome resume(const std::vector<std::string>& options = {}) const {
    std::vector<std::string> arguments{"resume", folder().string(), "--no-exclusive", "--quiet"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return orchestrate(arguments);
  }

  fs::path results_ = folder_.path() / "results";
  int files_ = 0;
};

TEST_F(Resumption, AnInterruptedRunSaysHowToGoOnAndDoes) {
  const auto process = start(experiment(40, rounds));
  ASSERT_TRUE(has_said(*process, "round 1 done")) << process->errors();
  EXPECT_EQ(resume().state.code, 2) << "as long as it lives it is not resumed";
  process->signal(SIGINT);
  ASSERT_EQ(end_of(*process), 130) << process->errors();
  EXPECT_THAT(process->errors(), HasSubstr("orchestrate resume " + fs::canonical(results_).string()));
  EXPECT_EQ(summary_of_run().at("stopped"), "interrupted");

  const Outcome changed = resume({"--engine", client_that("true")});
  EXPECT_EQ(changed.state.code, 4);
  EXPECT_THAT(changed.errors, HasSubstr("engine/program was "));

  const Outcome resumed = resume();
  EXPECT_EQ(summary_of_run().at("rounds"), rounds) << resumed.errors;
  EXPECT_EQ(summary_of_run().at("stopped"), "last look");
  EXPECT_EQ(summary_of_run().at("exit"), *resumed.state.code);
  EXPECT_EQ(departure_from_plan(Taken(journal())), "");

  const Outcome again = resume();
  EXPECT_EQ(again.state.code, 2);
  EXPECT_THAT(again.errors, HasSubstr("this run is complete"));
}

TEST_F(Resumption, WhatHasChangedBeginsAnotherBlockWhereThatIsAccepted) {
  const std::string text = experiment(40, rounds);
  const auto process = start(text);
  ASSERT_TRUE(has_said(*process, "round 1 done")) << process->errors();
  process->signal(SIGINT);
  ASSERT_EQ(end_of(*process), 130) << process->errors();
  const fs::path first = fs::canonical(folder());
  const std::string journal_of_first = read_file(first / "journal.jsonl");
  // Another client is a change like any other.
  const std::string engine = client_that("true");
  const std::string file = experiment_file(text);

  const Outcome alone = resume({"--engine", engine, "--accept-changes"});
  EXPECT_EQ(alone.state.code, 2) << "nobody knows the file";
  const Outcome second = resume({"--engine", engine, "--accept-changes", "--experiment", file});
  EXPECT_NE(fs::canonical(folder()), first) << second.errors;
  EXPECT_EQ(summary_of_run().at("rounds"), rounds);
  EXPECT_EQ(summary_of_run().at("stopped"), "last look");
  EXPECT_EQ(summary_of_run().at("continues").at("folder"), first.string());
  EXPECT_THAT(summary_of_run().at("continues").at("changes").dump(), HasSubstr("engine/program was "));
  EXPECT_THAT(second.output, HasSubstr("This is the block that follows " + first.string()));
  EXPECT_EQ(read_file(first / "journal.jsonl"), journal_of_first) << "the first block stays as it was";
}

TEST_F(Resumption, AResultsFolderThatCannotBeWrittenIsFoundOutAtOnce) {
  write_file(results_, "in the way");
  const Outcome outcome = run(experiment_file(experiment(40, rounds)));
  EXPECT_EQ(outcome.state.code, 4);
  EXPECT_THAT(outcome.errors, HasSubstr("--results"));
}

TEST_F(Resumption, TwoRunsAtOnceAreAWarningInBothSummaries) {
  const auto first = start(experiment(100, 200));
  ASSERT_TRUE(has_said(*first, "round 1 done")) << first->errors();
  const fs::path of_first = fs::canonical(folder());
  const auto second = start(experiment(100, 200));
  EXPECT_TRUE(has_said(*second, "another run measures on this machine")) << second->errors();
  EXPECT_TRUE(has_said(*second, "round 1 done")) << second->errors();
  EXPECT_TRUE(has_said(*first, "another run measures on this machine")) << first->errors();
  const fs::path of_second = fs::canonical(folder());
  ASSERT_NE(of_first, of_second);
  for (Process* process : {first.get(), second.get()}) {
    process->signal(SIGINT);
    EXPECT_EQ(end_of(*process), 130);
  }
  for (const fs::path& one : {of_first, of_second}) {
    const auto told = nlohmann::json::parse(read_file(one / "summary.json"));
    EXPECT_THAT(told.at("other_runs").dump(), HasSubstr("resumed")) << one;
  }
}

TEST_F(Resumption, APinnedRunWaitsForOthersUnlessToldNotTo) {
  const auto first = start(experiment(100, 200));
  ASSERT_TRUE(has_said(*first, "round 1 done")) << first->errors();
  const fs::path of_first = fs::canonical(folder());
  const auto second = start(experiment(40, 1), {});
  EXPECT_TRUE(has_said(*second, "waiting until no other run measures")) << second->errors();
  EXPECT_EQ(fs::canonical(folder()), of_first) << "who waits has begun nothing";
  first->signal(SIGINT);
  EXPECT_EQ(end_of(*first), 130);
  EXPECT_TRUE(has_said(*second, "round 1 done")) << second->errors();
  end_of(*second);
  EXPECT_TRUE(summary_of_run().at("other_runs").empty());
}

}  // namespace
}  // namespace orchestrate
