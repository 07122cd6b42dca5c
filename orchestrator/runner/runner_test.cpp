#include "runner/runner.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "plan/shifts.hpp"
#include "runner/scripted_run.hpp"

namespace orchestrate {
namespace {

using ::testing::HasSubstr;

Plan by_futex_only(Plan plan) {
  plan.design.hand_over = WantedHandOver::futex;
  return plan;
}

TEST(Runner, WritesEveryFactOfEveryRound) {
  ScriptedRun run;
  const RunFinished finished = run.run(sample_plan());
  EXPECT_EQ(finished.reason, "last look");
  EXPECT_EQ(finished.started, 18);
  EXPECT_EQ(run.all<RunStarted>().size(), 1U);
  EXPECT_EQ(run.all<Calibrated>().size(), 3U) << "once in a run, not once a container";
  EXPECT_EQ(run.all<SystemCallsCounted>().size(), 2U * 3) << "once for each condition and operation";
  EXPECT_EQ(run.all<ContainerStarted>().size(), 18U);
  EXPECT_EQ(run.all<ContainerFinished>().size(), 18U);
  EXPECT_EQ(run.all<Turn>().size(), 6U * 10 * 3);
  EXPECT_EQ(run.all<RoundFinished>().size(), 6U);
  EXPECT_EQ(run.all<RunFinished>().size(), 1U);
  EXPECT_GE(run.journal.syncs, 8) << "start, six rounds, end";
}

TEST(Runner, SamplesEveryConditionInEveryRoundAfterItsBatches) {
  Plan plan = sample_plan();
  plan.samples = {{"getpid"}, 16'000, 16};
  ScriptedRun run;
  run.run(plan);
  const auto samples = run.all<CallsSampled>();
  ASSERT_EQ(samples.size(), 6U * 2) << "the twin is not sampled";
  for (const CallsSampled& one : samples) {
    EXPECT_EQ(one.operation, "getpid");
    EXPECT_EQ(one.sampled.calls, 16'000);
    EXPECT_LT(one.place.slot, 2U);
  }
  const auto rounds = run.all<RoundFinished>();
  EXPECT_EQ(rounds.front().sampling_ns, 16'000 * (180 + 140));
}

TEST(Runner, KeepsWhatTheOtherEndSaw) {
  Script script;
  script.other_ends = [](const std::string& operation) -> nlohmann::json {
    if (operation != "getpid") return nullptr;
    return {{"cpu", {0, 1}}, {"usage", {{"nvcsw", 5}, {"nivcsw", 6}, {"minflt", 0}}}};
  };
  ScriptedRun run{ScriptedEngine(script), {}, 1, [] { return false; }};
  run.run(sample_plan());
  for (const Turn& turn : run.all<Turn>()) {
    for (const Batch& batch : turn.batches) ASSERT_EQ(batch.other.has_value(), turn.operation == "getpid");
  }
}

/// A host that can read what the runtime was told: docker's filter in short, and nothing where there is none.
Script telling_configs(const nlohmann::json& filter) {
  Script script;
  script.configs = [filter](const ContainerSpec& spec) -> nlohmann::json {
    const bool bare = std::count(spec.options.begin(), spec.options.end(), "seccomp=unconfined") > 0;
    nlohmann::json told{{"linux", nlohmann::json::object()}};
    if (!bare) told["linux"]["seccomp"] = filter;
    return told;
  };
  return script;
}

TEST(Runner, ResolvesTheFilterOfEachConditionOnce) {
  const auto filter = nlohmann::json::parse(
      R"({"defaultAction": "SCMP_ACT_ALLOW", "syscalls": [{"names": ["keyctl"], "action": "SCMP_ACT_ERRNO"}]})");
  ScriptedRun run{ScriptedEngine(telling_configs(filter)), {}, 2, [] { return false; }};
  run.run(sample_plan());
  const auto filters = run.all<FilterResolved>();
  ASSERT_EQ(filters.size(), 2U) << "not in the second round, and not of the twin";
  for (const FilterResolved& one : filters) {
    EXPECT_EQ(one.place.round, 1);
    EXPECT_EQ(one.failure, "");
    EXPECT_EQ(one.refusals.loaded, one.place.slot == 0);
    EXPECT_EQ(one.refusals.refused,
              one.place.slot == 0 ? std::vector<std::string>{"keyctl"} : std::vector<std::string>{});
  }
}

TEST(Runner, AFilterThatCannotBeResolvedIsNoReasonToStop) {
  ScriptedRun run{
      ScriptedEngine(telling_configs({{"defaultAction", "SCMP_ACT_PERHAPS"}})), {}, 1, [] { return false; }};
  run.run(sample_plan());
  EXPECT_THAT(run.all<FilterResolved>().front().failure, HasSubstr("SCMP_ACT_PERHAPS"));
}

TEST(Runner, WhatTheHostCannotReadIsNotResolved) {
  ScriptedRun run;
  run.rounds = 1;
  run.run(sample_plan());
  EXPECT_TRUE(run.all<FilterResolved>().empty());
}

TEST(Runner, RemovesEveryContainer) {
  ScriptedRun run;
  run.run(sample_plan());
  EXPECT_EQ(run.engine.living(), 0U);
}

TEST(Runner, StopsWhenItIsEnough) {
  ScriptedRun run;
  run.rounds = 2;
  run.run(sample_plan());
  EXPECT_EQ(run.engine.started(), 6);
}

TEST(Runner, TurnsOfAStepFollowOneAnother) {
  ScriptedRun run;
  run.rounds = 1;
  run.run(by_stdio(sample_plan()));
  for (std::size_t i = 0; i < run.engine.measured.size(); i += 3) {
    const auto operation = [&](std::size_t at) {
      const std::string& text = run.engine.measured[at];
      return text.substr(0, text.find('@'));
    };
    EXPECT_EQ(operation(i), operation(i + 1));
    EXPECT_EQ(operation(i), operation(i + 2));
  }
}

TEST(Runner, AnInterruptionEndsTheRoundAndLeavesNothing) {
  ScriptedRun run;
  int asked = 0;
  run.interrupted = [&] { return ++asked > 40; };
  const RunFinished finished = run.run(by_stdio(sample_plan()));
  EXPECT_EQ(finished.reason, "interrupted");
  EXPECT_EQ(run.all<RoundFinished>().size(), 1U) << "the second round is not complete and does not count";
  EXPECT_EQ(run.engine.living(), 0U);
}

/// Runs with a probe that gives `answer` to the third measure command only, and returns the failure's text.
std::string failure_with(const std::string& answer) {
  int measures = 0;
  Script script;
  script.answers = [&](const nlohmann::json& command, std::string honest) {
    if (command.at("do") != "measure" || ++measures != 3) return honest;
    return answer;
  };
  ScriptedRun run{ScriptedEngine(script), {}, 6, [] { return false; }};
  EXPECT_EQ(run.run(by_stdio(sample_plan())).reason, "last look") << "the round is done again";
  EXPECT_EQ(run.engine.living(), 0U);
  EXPECT_EQ(run.all<RoundFinished>().size(), 6U);
  EXPECT_EQ(run.all<RoundFailed>().size(), 1U);
  return run.all<RoundFailed>().front().what;
}

TEST(Runner, AProbeThatBreaksTheProtocolFailsTheRound) {
  EXPECT_THAT(failure_with("hello"), HasSubstr("not a JSON object, or nested too deep: hello"));
  EXPECT_THAT(failure_with(""), HasSubstr("gave no answer in time"));
  EXPECT_THAT(failure_with(R"({"event":"measured","operation":"write","iterations":1000})"),
              HasSubstr("answered for another operation"));
  EXPECT_THAT(failure_with(R"({"event":"error","message":"write: EBADF"})"), HasSubstr("write: EBADF"));
}

/// Which slots took their turn in which order, in every turn of the rounds that were finished.
std::vector<std::string> orders(const std::vector<Fact>& facts) {
  std::vector<std::string> all;
  std::vector<std::string> of_round;
  for (const Fact& fact : facts) {
    if (std::holds_alternative<RunResumed>(fact)) of_round.clear();
    if (const auto* turn = std::get_if<Turn>(&fact)) {
      std::string text = fmt::format("{}/{}/{} {}", turn->round, turn->group, turn->turn, turn->operation);
      for (const Batch& batch : turn->batches) text += fmt::format(" {}", batch.slot);
      of_round.push_back(text);
    }
    if (std::holds_alternative<RoundFinished>(fact)) {
      all.insert(all.end(), of_round.begin(), of_round.end());
      of_round.clear();
    }
  }
  return all;
}

/// What a ledger of these facts would say of how far the run came.
Progressed progressed(const ScriptedRun& run, const Plan& plan) {
  Progressed so_far;
  for (const Calibrated& one : run.all<Calibrated>()) so_far.iterations[one.operation] = one.iterations;
  so_far.complete_rounds.resize(plan.groups.size());
  for (const RoundFinished& round : run.all<RoundFinished>()) so_far.complete_rounds[round.group] = round.round;
  for (const HandOverChosen& chosen : run.all<HandOverChosen>()) so_far.ways[chosen.group] = chosen.way;
  return so_far;
}

/// Interrupts a run when that is asked for the `number`th time, resumes it, and compares it with one that was not.
void expect_the_same_when_resumed(const Plan& plan, int number) {
  ScriptedRun whole;
  whole.run(plan);
  int asked = 0;
  ScriptedRun parts;
  parts.interrupted = [&] { return asked++ == number; };
  ASSERT_EQ(parts.run(plan).reason, "interrupted");
  const RunFinished finished = parts.resume(plan, progressed(parts, plan));
  EXPECT_EQ(finished.reason, "last look");
  EXPECT_EQ(orders(parts.journal.facts), orders(whole.journal.facts)) << "interrupted after " << number;
  EXPECT_EQ(parts.all<Calibrated>().size(), 3U) << "the workload stays what it was";
  EXPECT_EQ(parts.all<HandOverChosen>().size(), 1U) << "and so does the way in which turns are passed on";
  EXPECT_EQ(parts.engine.living(), 0U);
}

TEST(Runner, AResumedRunIsThatOfOneThatWasNeverInterrupted) {
  // By stdio an interruption is asked for once a round and once a turn of each operation; by futex once a segment.
  for (int number = 0; number < 6 * (1 + 30); number += 13)
    expect_the_same_when_resumed(by_stdio(sample_plan()), number);
  for (int number = 0; number < 6 * (1 + 1); ++number) expect_the_same_when_resumed(sample_plan(), number);
}

/// Two rounds with probes that know `before`, resumed with probes that know `after`.
ScriptedRun resumed_with(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  Script script;
  script.hand_overs = before;
  ScriptedRun run{ScriptedEngine(script), {}, 2, [] { return false; }};
  run.run(sample_plan());
  script.hand_overs = after;
  run.engine = ScriptedEngine(script);
  run.rounds = 4;
  run.resume(sample_plan(), progressed(run, sample_plan()));
  return run;
}

TEST(Runner, AResumedRunKeepsTheWayInWhichTurnsWerePassedOn) {
  const ScriptedRun run = resumed_with({"stdio"}, {"stdio", "futex"});
  EXPECT_EQ(run.all<RoundFinished>().size(), 4U);
  ASSERT_EQ(run.all<HandOverChosen>().size(), 1U);
  EXPECT_EQ(run.all<HandOverChosen>()[0].way, "stdio");
  EXPECT_THAT(run.engine.last_options(), ::testing::Not(::testing::Contains(HasSubstr("/orchestrate/turns"))));
  const ScriptedRun changed = resumed_with({"stdio", "futex"}, {"stdio"});
  EXPECT_EQ(changed.all<RoundFinished>().size(), 2U) << "by stdio the rounds would not be alike";
  EXPECT_THAT(changed.all<RoundFailed>().front().what, HasSubstr("in round 3 they cannot be"));
  EXPECT_EQ(changed.all<RunFinished>().back().reason, "given up");
}

TEST(Runner, ARoundIsRemovedWhileTheNextIsBeingStartedAndBeforeThatMeasures) {
  std::string events;
  Script script;
  script.before_start = [&] { events += 's'; };
  script.before_removal = [&](const auto& ids) { events += ids.empty() ? "" : "r"; };
  script.turn_failures = [&](const std::string&) {
    if (events.back() != 'm') events += 'm';
    return std::string();
  };
  ScriptedRun run{ScriptedEngine(script), {}, 3, [] { return false; }};
  EXPECT_EQ(run.run(sample_plan()).left_behind, 0);
  EXPECT_EQ(events,
            "sssm"
            "sssrm"
            "sssrm"
            "r");
}

TEST(Runner, AFailureInTheNextRoundLeavesNothingOfTheOneBefore) {
  int started = 0;
  Script script;
  script.before_start = [&] {
    if (++started == 5) throw EngineFailure("the engine is out of memory");
  };
  ScriptedRun run{ScriptedEngine(script), {}, 3, [] { return false; }};
  EXPECT_EQ(run.run(sample_plan()).left_behind, 0);
  ASSERT_EQ(run.all<RoundFailed>().size(), 1U);
  EXPECT_EQ(run.all<RoundFailed>().front().kind, "engine error");
  EXPECT_EQ(run.all<RoundFinished>().size(), 3U);
  EXPECT_EQ(run.engine.living(), 0U);
}

Plan interleaved(Interleave interleave) {
  Plan plan = sample_plan();
  plan.design.interleave = interleave;
  plan.design.rounds_max = 6;
  plan.looks = {6};
  return plan;
}

/// "1.0 1.1 …": which round of which slot was started when; containers that lived together are joined by a +.
std::string started_together(const std::vector<Fact>& facts) {
  std::string text;
  int living = 0;
  for (const Fact& fact : facts) {
    if (const auto* started = std::get_if<ContainerStarted>(&fact)) {
      text += fmt::format("{}{}.{}", living++ == 0 ? " " : "+", started->place.round, started->place.slot);
    }
    if (std::holds_alternative<ContainerFinished>(fact)) --living;
  }
  return text;
}

TEST(Runner, InLockstepAllContainersOfARoundLiveTogether) {
  ScriptedRun run;
  run.run(interleaved(Interleave::lockstep));
  EXPECT_EQ(started_together(run.journal.facts),
            " 1.0+1.1+1.2 2.0+2.1+2.2 3.0+3.1+3.2 4.0+4.1+4.2 5.0+5.1+5.2 6.0+6.1+6.2");
}

TEST(Runner, SequentialEndsOneConditionBeforeTheNextAndTheTwinLast) {
  ScriptedRun run;
  EXPECT_EQ(run.run(interleaved(Interleave::sequential)).reason, "last look");
  EXPECT_EQ(started_together(run.journal.facts),
            " 1.0 2.0 3.0 4.0 5.0 6.0 1.1 2.1 3.1 4.1 5.1 6.1 1.2 2.2 3.2 4.2 5.2 6.2");
}

TEST(Runner, RoundsMeasuresOneContainerAfterTheOtherInAnOrderOfEachRoundsOwn) {
  const Plan plan = interleaved(Interleave::rounds);
  ScriptedRun run;
  run.run(plan);
  std::string expected;
  for (int round = 1; round <= 6; ++round) {
    for (const Shift& shift : shifts_of(plan, 0, round, round)) {
      expected += fmt::format(" {}.{}", round, shift.slots.front());
    }
  }
  EXPECT_EQ(started_together(run.journal.facts), expected);
}

TEST(Runner, EveryInterleaveDoesTheSameWork) {
  for (const Interleave interleave : {Interleave::rounds, Interleave::sequential}) {
    ScriptedRun run;
    const RunFinished finished = run.run(interleaved(interleave));
    EXPECT_EQ(finished.started, 18);
    EXPECT_EQ(run.engine.living(), 0U);
    EXPECT_EQ(run.all<Calibrated>().size(), 3U) << "once in a run";
    EXPECT_EQ(run.all<SystemCallsCounted>().size(), 2U * 3) << "once for each condition and operation";
    EXPECT_EQ(run.all<ContainerFinished>().size(), 18U) << "the witness at the end of each";
    std::size_t batches = 0;
    for (const Turn& turn : run.all<Turn>()) batches += turn.batches.size();
    EXPECT_EQ(batches, 6U * 10 * 3 * 3);
    const auto rounds = run.all<RoundFinished>();
    ASSERT_EQ(rounds.size(), 6U);
    for (int i = 0; i < 6; ++i) EXPECT_EQ(rounds[static_cast<std::size_t>(i)].round, i + 1);
    std::int64_t measured = 0;
    std::int64_t counted = 0;
    for (const Turn& turn : run.all<Turn>()) {
      for (const Batch& batch : turn.batches) measured += batch.elapsed_ns;
    }
    for (const RoundFinished& round : rounds) counted += round.measuring_ns;
    EXPECT_EQ(counted, measured) << "a round's times are those of all its containers";
  }
}

/// What was measured in complete rounds, by round: in another order than it was done in where conditions follow one
/// another.
std::multiset<std::string> complete_work(const std::vector<Fact>& facts) {
  std::set<int> complete;
  std::map<int, std::vector<std::string>> work;
  for (const Fact& fact : facts) {
    if (std::holds_alternative<RunResumed>(fact)) {
      std::erase_if(work, [&](const auto& round) { return !complete.contains(round.first); });
    }
    if (const auto* finished = std::get_if<RoundFinished>(&fact)) complete.insert(finished->round);
    const auto* turn = std::get_if<Turn>(&fact);
    if (turn == nullptr) continue;
    std::string text = fmt::format("{}/{} {}", turn->round, turn->turn, turn->operation);
    for (const Batch& batch : turn->batches) text += fmt::format(" {}", batch.slot);
    work[turn->round].push_back(text);
  }
  std::multiset<std::string> all;
  for (const int round : complete) all.insert(work[round].begin(), work[round].end());
  return all;
}

TEST(Runner, ResumingKeepsCompleteRoundsWhateverTheInterleave) {
  for (const Interleave interleave : {Interleave::rounds, Interleave::sequential}) {
    const Plan plan = by_stdio(interleaved(interleave));
    ScriptedRun whole;
    whole.run(plan);
    // The interruption is asked for once a container and once a turn of each operation.
    for (int turns = 0; turns < 18 * (1 + 30); turns += 61) {
      int asked = 0;
      ScriptedRun parts;
      parts.interrupted = [&] { return asked++ == turns; };
      ASSERT_EQ(parts.run(plan).reason, "interrupted");
      const std::size_t kept = parts.all<RoundFinished>().size();
      EXPECT_EQ(parts.resume(plan, progressed(parts, plan)).reason, "last look");
      EXPECT_EQ(complete_work(parts.journal.facts), complete_work(whole.journal.facts)) << "after " << turns;
      EXPECT_EQ(parts.all<RoundFinished>().size(), 6U) << kept << " were kept and not done again";
    }
  }
}

/// The sample in two groups, with as much time as anybody wants.
Plan budgeted() {
  Experiment experiment = sample_experiment();
  experiment.factors[1].levels = {"pinned", "unpinned"};
  experiment.claims.clear();
  Plan plan = make_plan(experiment, std::nullopt, scripted_host(), 1);
  plan.groups = {{{0, 2}}, {{1, 3}}};
  plan.design.time_budget = std::chrono::hours(1);
  return plan;
}

/// Rounds of each of two groups.
std::pair<int, int> rounds_of_groups(const ScriptedRun& run) {
  std::pair<int, int> rounds;
  for (const RoundFinished& round : run.all<RoundFinished>()) ++(round.group == 0 ? rounds.first : rounds.second);
  return rounds;
}

/// Asks for group 1 up to 9 rounds and then 13, and for nothing more; what is asked for depends on what there is.
void want_more_of_group_1(ScriptedRun& run) {
  run.rounds = 1000;
  run.next_look = [&run]() -> std::optional<NextLook> {
    const int rounds = rounds_of_groups(run).second;
    if (rounds < 9) return NextLook{1, 9};
    if (rounds < 13) return NextLook{1, 13};
    return std::nullopt;
  };
}

TEST(Runner, ATimeBudgetGoesToTheGroupThatIsNamed) {
  ScriptedRun run;
  want_more_of_group_1(run);
  EXPECT_EQ(run.run(budgeted()).reason, "last look");
  EXPECT_EQ(rounds_of_groups(run), std::make_pair(6, 13));
}

TEST(Runner, ATimeBudgetThatIsSpentEndsTheRun) {
  Plan plan = budgeted();
  plan.design.time_budget = std::chrono::nanoseconds(1);
  ScriptedRun run;
  want_more_of_group_1(run);
  EXPECT_EQ(run.run(plan).reason, "time budget");
  EXPECT_EQ(run.all<RoundFinished>().size(), 1U) << "the first round is done in any case";
  EXPECT_EQ(run.engine.living(), 0U);
}

TEST(Runner, AResumedRunHasWhatIsLeftOfItsBudget) {
  const Plan plan = by_stdio(budgeted());
  for (int turns = 0; turns < 12 * (1 + 30) + 100; turns += 97) {
    int asked = 0;
    ScriptedRun run;
    want_more_of_group_1(run);
    run.interrupted = [&] { return asked++ == turns; };
    ASSERT_EQ(run.run(plan).reason, "interrupted");
    EXPECT_EQ(run.resume(plan, progressed(run, plan)).reason, "last look");
    EXPECT_EQ(rounds_of_groups(run), std::make_pair(6, 13)) << "interrupted after " << turns;
    Progressed spent = progressed(run, plan);
    spent.complete_rounds = {6, 7};
    spent.spent_ns = std::chrono::nanoseconds(*plan.design.time_budget).count();
    spent.longest_round_ns = 1;
    run.next_look = [] { return NextLook{1, 9}; };
    EXPECT_EQ(run.resume(plan, spent).reason, "time budget");
  }
}

TEST(Runner, ARunWhoseLastRoundIsCompleteIsOnlyJudged) {
  const Plan plan = sample_plan();
  ScriptedRun run;
  run.run(plan);
  const int started = run.engine.started();
  const RunFinished finished = run.resume(plan, progressed(run, plan));
  EXPECT_EQ(finished.reason, "last look");
  EXPECT_EQ(finished.started, 0);
  EXPECT_EQ(run.engine.started(), started);
}

TEST(Runner, RemovesWhatAKilledPartOfTheRunHasLeftWithoutBlamingTheLivingOne) {
  const Plan plan = sample_plan();
  ScriptedRun run;
  const auto left = run.engine.start(plan.conditions[0].spec, {"run", "a dead owner"});
  EXPECT_EQ(run.run(plan).left_behind, 0);
  EXPECT_EQ(run.engine.living(), 0U);
}

/// A journal on a disk that is full after so many calls.
class FullDisk final : public Journal {
 public:
  explicit FullDisk(int syncs) : left_(syncs) {}
  void append(const Fact&) override {}
  void sync() override {
    if (left_-- == 0) throw EnvironmentFailure("No space left on device");
  }

 private:
  int left_;
};

TEST(Runner, AFullDiskEndsTheRunAndLeavesNoContainer) {
  ScriptedRun run;
  FullDisk journal(3);
  RunContext context{run.engine,
                     journal,
                     {"run", "owner"},
                     [](const Fact&) {},
                     [](int) { return std::nullopt; },
                     [] { return false; },
                     [](int, double) {},
                     {}};
  EXPECT_THROW(run_plan(sample_plan(), {"run", "0", "", sample_plan(), {}}, context), EnvironmentFailure);
  EXPECT_EQ(run.engine.started(), 3 * 3) << "the third round could not be written";
  EXPECT_EQ(run.engine.living(), 0U);
}

/// The facts of a run of two rounds that are about passing turns on.
struct PassedOn {
  std::vector<HandOverChosen> chosen;
  std::vector<Turn> turns;
  std::string failure;  ///< what the run ended with; otherwise the first round's that failed
  int started = 0;
};

PassedOn passed_on(const Script& script, const Plan& plan) {
  ScriptedRun run{ScriptedEngine(script), {}, 2, [] { return false; }};
  PassedOn result;
  try {
    run.run(plan);
  } catch (const EngineFailure& failure) {
    result.failure = failure.what();
  }
  if (result.failure.empty() && !run.all<RoundFailed>().empty()) result.failure = run.all<RoundFailed>().front().what;
  EXPECT_EQ(run.engine.living(), 0U);
  result.chosen = run.all<HandOverChosen>();
  result.turns = run.all<Turn>();
  result.started = run.engine.started();
  return result;
}

std::string without_times(const std::vector<Turn>& turns) {
  std::string text;
  for (const Turn& turn : turns) {
    text += turn.operation + std::to_string(turn.round) + "." + std::to_string(turn.turn);
    for (const Batch& batch : turn.batches) {
      text += " " + std::to_string(batch.slot) + ":" + std::to_string(batch.elapsed_ns);
    }
    text += "\n";
  }
  return text;
}

TEST(Runner, PassesTurnsOnByFutexWhereItCan) {
  const PassedOn by_futex = passed_on({}, sample_plan());
  ASSERT_EQ(by_futex.chosen.size(), 1U) << "once a group";
  EXPECT_EQ(by_futex.chosen[0].way, "futex");
  EXPECT_EQ(by_futex.chosen[0].reason, "");
  EXPECT_EQ(by_futex.failure, "");
  EXPECT_EQ(without_times(by_futex.turns), without_times(passed_on({}, by_stdio(sample_plan())).turns))
      << "the same turns, whichever way they are passed on";
}

TEST(Runner, PassesTurnsOnByStdioWhereThatIsAskedFor) {
  ScriptedRun run{ScriptedEngine(), {}, 1, [] { return false; }};
  run.run(by_stdio(sample_plan()));
  ASSERT_EQ(run.all<HandOverChosen>().size(), 1U);
  EXPECT_EQ(run.all<HandOverChosen>()[0].way, "stdio");
  EXPECT_EQ(run.all<HandOverChosen>()[0].reason, "");
  EXPECT_THAT(run.engine.last_options(), ::testing::Not(::testing::Contains(HasSubstr("/orchestrate/turns"))));
}

struct Obstacle {
  const char* name;
  Script script;
  const char* reason;
};

std::vector<Obstacle> obstacles() {
  Script unknown;
  unknown.hand_overs = {"stdio"};
  Script not_mounted;
  not_mounted.mounts_turns = false;
  Script copied;
  copied.turns_arrive = false;
  Script another;
  another.answers = [](const nlohmann::json& command, std::string honest) {
    if (command.at("do") != "map turns") return honest;
    return std::string(R"({"event":"turns mapped","slot":0,"nonce":"0000000000000000"})");
  };
  Script refused;
  refused.answers = [](const nlohmann::json& command, std::string honest) {
    if (command.at("do") != "map turns") return honest;
    return std::string(R"({"event":"error","message":"futex(FUTEX_WAIT): EPERM"})");
  };
  Script asleep;  // as where a futex does not reach from one container to the next
  asleep.answers = [](const nlohmann::json& command, std::string honest) {
    if (command.at("do") != "take turns") return honest;
    return std::string(R"({"event":"turns stopped","turns":0,"message":"the turn did not end within 10000 ms"})");
  };
  return {{"unknown to the probe", unknown, "its probe does not say that it knows futex"},
          {"not mounted", not_mounted, "scripted: bind source path does not exist: /dev/shm/orchestrate-turns-"},
          {"a copy", copied, "what it writes into the file does not arrive here"},
          {"another file", another, "the file that it sees is not the one that it was given"},
          {"refused", refused, "futex(FUTEX_WAIT): EPERM"},
          {"not woken", asleep, "the turn did not end within 10000 ms"}};
}

TEST(Runner, FallsBackToStdioAndSaysWhy) {
  for (const Obstacle& one : obstacles()) {
    const PassedOn result = passed_on(one.script, sample_plan());
    EXPECT_EQ(result.failure, "") << one.name;
    ASSERT_EQ(result.chosen.size(), 1U) << one.name;
    EXPECT_EQ(result.chosen[0].way, "stdio") << one.name;
    EXPECT_THAT(result.chosen[0].reason, HasSubstr(one.reason)) << one.name;
    EXPECT_THAT(result.chosen[0].reason, ::testing::Not(HasSubstr("\n"))) << one.name;
    EXPECT_EQ(result.turns.size(), 2U * 10 * 3) << one.name;
  }
}

TEST(Runner, WhereOnlyFutexIsWantedTheRunEndsAndSaysWhy) {
  for (const Obstacle& one : obstacles()) {
    const PassedOn result = passed_on(one.script, by_futex_only(sample_plan()));
    EXPECT_THAT(result.failure, HasSubstr("hand_over: futex")) << one.name;
    EXPECT_THAT(result.failure, HasSubstr(one.reason)) << one.name;
    EXPECT_TRUE(result.turns.empty()) << one.name;
  }
  EXPECT_EQ(passed_on({}, by_futex_only(sample_plan())).failure, "");
}

TEST(Runner, ARoundThatCannotBeLikeTheFirstDoesNotCount) {
  int shown = 0;
  Script script;
  script.answers = [&](const nlohmann::json& command, std::string honest) {
    if (command.at("do") != "map turns" || ++shown <= 3) return honest;
    return std::string(R"({"event":"error","message":"mmap: ENOMEM"})");
  };
  EXPECT_THAT(passed_on(script, sample_plan()).failure, HasSubstr("in round 2 they cannot be"));
}

/// Runs with a probe whose `number`th turn fails, and returns the failure's text.
std::string failure_of_turn(int number) {
  int turns = 0;
  Script script;
  script.turn_failures = [&](const std::string&) { return ++turns == number ? "read(file): EIO" : std::string(); };
  return passed_on(script, sample_plan()).failure;
}

TEST(Runner, AFailureNamesTheContainerAndTheOperation) {
  const std::string text = failure_of_turn(6 + 50);  // the trial takes six
  EXPECT_THAT(text, ::testing::ContainsRegex("container [1-3], in turn 50 of 90, measuring (empty_loop|function_call|"
                                             "getpid): read\\(file\\): EIO"));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("protocol")));
}

TEST(Runner, AContainerThatGivesNoAnswerToItsTurnsFailsTheRound) {
  int told = 0;
  Script script;
  script.answers = [&](const nlohmann::json& command, std::string honest) {
    return command.at("do") == "take turns" && ++told == 5 ? std::string() : honest;  // three in the trial
  };
  const std::string text = passed_on(script, sample_plan()).failure;
  EXPECT_THAT(text, ::testing::ContainsRegex("container [1-3] gave no answer in time"));
  EXPECT_THAT(text, HasSubstr("Whose turn it was: container"));
}

TEST(Runner, ATurnThatWasNotWrittenDownIsNoNumber) {
  Script script;
  script.costs = [](const std::string& operation, bool) { return operation == "getpid" ? 0.0 : 1.0; };
  EXPECT_THAT(passed_on(script, sample_plan()).failure, HasSubstr("took no time"));
}

}  // namespace
}  // namespace orchestrate
