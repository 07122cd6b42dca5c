// Runs that are ended by force, and go on.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/mount.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <random>

#include "e2e/program.hpp"
#include "journal/journal.hpp"
#include "runner/schedule.hpp"

namespace orchestrate {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::StartsWith;
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

/// The turns of the rounds that count, in the order in which they were taken: who, which operation, how many calls.
struct Taken {
  std::optional<Plan> plan;
  std::string run;
  std::map<std::string, std::int64_t> iterations;
  std::map<std::pair<int, std::size_t>, std::vector<Turn>> complete;  ///< by round and group

  explicit Taken(const fs::path& path) {
    std::map<std::size_t, std::vector<Turn>> unfinished;
    replay(path, [&](const Fact& fact) {
      if (const auto* start = std::get_if<RunStarted>(&fact)) plan = start->plan, run = start->run;
      if (const auto* one = std::get_if<Calibrated>(&fact)) iterations[one->operation] = one->iterations;
      if (std::holds_alternative<RunResumed>(fact)) unfinished.clear();
      if (const auto* turn = std::get_if<Turn>(&fact)) unfinished[turn->group].push_back(*turn);
      if (const auto* round = std::get_if<RoundFinished>(&fact)) {
        EXPECT_FALSE(complete.contains({round->round, round->group})) << "no round is done twice";
        complete[{round->round, round->group}] = std::move(unfinished[round->group]);
        unfinished.erase(round->group);
      }
    });
  }
};

/// Whether the turns were taken as the plan of this seed orders them.
void expect_as_planned(const Taken& taken) {
  for (const auto& [place, turns] : taken.complete) {
    const std::vector<Step> steps =
        schedule(*taken.plan, shifts_of(*taken.plan, place.second, place.first, place.first).front(), place.second,
                 taken.iterations);
    ASSERT_EQ(turns.size(), steps.size()) << "round " << place.first;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      std::vector<std::size_t> slots;
      for (const Batch& batch : turns[i].batches) slots.push_back(batch.slot);
      EXPECT_EQ(turns[i].operation, steps[i].operation) << "round " << place.first << ", step " << i;
      EXPECT_EQ(slots, steps[i].slots) << "round " << place.first << ", step " << i;
    }
  }
}

std::string containers_of(const std::string& run) {
  return run_to_end({find_program("docker"), "ps", "--all", "--quiet", "--filter", "label=orchestrate.run=" + run}, 30s)
      .output;
}

/// The whole lines of a file.
std::string whole_lines(const std::string& text) {
  return text.substr(0, text.rfind('\n') + 1);
}

class KilledAtAMoment : public Resumption, public ::testing::WithParamInterface<unsigned> {};

TEST_P(KilledAtAMoment, LosesNoCompleteRoundAndGoesOnAsPlanned) {
  std::mt19937 random(GetParam());
  const int after_round = std::uniform_int_distribution<int>(0, rounds - 1)(random);
  const std::chrono::milliseconds moment(std::uniform_int_distribution<int>(0, 1500)(random));
  const auto process = start(experiment(40, rounds), {"--no-exclusive", "--seed", std::to_string(GetParam())});
  if (after_round > 0) {
    ASSERT_TRUE(has_said(*process, fmt::format("round {} done", after_round))) << process->errors();
  }
  const bool ended = process->wait(within(moment)).has_value();
  process->signal(SIGKILL);
  if (!ended) {
    ASSERT_TRUE(process->wait(within(20s)));
  }
  if (!fs::exists(journal()) || whole_lines(read_file(journal())).empty()) {
    EXPECT_EQ(resume().state.code, 2) << "nothing was begun";
    EXPECT_EQ(orchestrate({"clean"}).state.code, 0);
    return;
  }
  const std::string before = whole_lines(read_file(journal()));
  const Taken kept(journal());
  const Outcome resumed = resume();
  const Taken taken(journal());
  EXPECT_EQ(containers_of(taken.run), "");
  EXPECT_THAT(read_file(journal()), StartsWith(before)) << "what was on the disk is still there";
  EXPECT_EQ(taken.complete.size(), static_cast<std::size_t>(rounds));
  if (!kept.complete.empty()) {
    EXPECT_EQ(taken.iterations, kept.iterations) << "the workload stays what it was";
  }
  expect_as_planned(taken);
  if (resumed.state.code == 2) {
    EXPECT_THAT(resumed.errors, HasSubstr("this run is complete"));
    return;
  }
  EXPECT_EQ(summary_of_run().at("rounds"), rounds) << resumed.errors;
  EXPECT_EQ(summary_of_run().at("stopped"), "last look");
  EXPECT_EQ(summary_of_run().at("resumptions"), 1);
  EXPECT_EQ(summary_of_run().at("containers").at("left_behind"), 0);
}

INSTANTIATE_TEST_SUITE_P(Seeds, KilledAtAMoment, ::testing::Range(1U, 9U));

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
  expect_as_planned(Taken(journal()));

  const Outcome again = resume();
  EXPECT_EQ(again.state.code, 2);
  EXPECT_THAT(again.errors, HasSubstr("this run is complete"));
}

TEST_F(Resumption, AFullDiskEndsARunAndOnceThereIsRoomItGoesOn) {
  fs::create_directory(results_);
  if (::mount("tmpfs", results_.c_str(), "tmpfs", 0, "size=6m") != 0) {
    GTEST_SKIP() << "NOT TESTED: a small disk cannot be made without root";
  }
  const auto process = start(experiment(40, rounds));
  const bool began = has_said(*process, "round 1 done");
  {
    std::ofstream filler(results_ / "filler");
    const std::string block(4096, 'x');
    while (filler << block << std::flush) {
    }
  }
  const int code = end_of(*process);
  const Outcome full = orchestrate({"report", folder().string()});
  fs::remove(results_ / "filler");
  const Taken kept(journal());
  const Outcome resumed = resume();
  const Taken taken(journal());
  const nlohmann::json found = summary_of_run();
  ::umount2(results_.c_str(), MNT_DETACH);

  EXPECT_TRUE(began);
  EXPECT_EQ(code, 4);
  EXPECT_THAT(process->errors(), HasSubstr("No space left on device"));
  EXPECT_THAT(full.output, HasSubstr("resumed: Does it go on?")) << "what there is can be read on a full disk";
  EXPECT_GE(kept.complete.size(), 1U);
  EXPECT_EQ(taken.complete.size(), static_cast<std::size_t>(rounds));
  EXPECT_EQ(found.at("stopped"), "last look") << resumed.errors;
  EXPECT_EQ(containers_of(taken.run), "");
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
