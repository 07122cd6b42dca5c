// Rounds that fail: each fault by its word, done again within a budget, and what is given up when that is spent.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/stopping.hpp"
#include "journal/turns.hpp"
#include "report/report.hpp"
#include "runner/scripted_run.hpp"
#include "witness/message.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

/// seccomp default and unconfined, pinned and not: slots 0 to 3 and the twin of 0 in one group.
Plan four_conditions() {
  Experiment experiment = sample_experiment();
  experiment.factors[1].levels = {"pinned", "unpinned"};
  experiment.claims.clear();
  Plan plan = make_plan(experiment, std::nullopt, scripted_host(), 1);
  EXPECT_EQ(plan.groups.size(), 1U);
  return plan;
}

/// The same in two groups: the pinned pair and the other.
Plan two_groups() {
  Plan plan = four_conditions();
  plan.groups = {{{0, 2}}, {{1, 3}}};
  return plan;
}

bool has_option(const ContainerSpec& spec, const std::string& option) {
  return std::find(spec.options.begin(), spec.options.end(), option) != spec.options.end();
}

/// The container of the last condition: neither filtered nor pinned.
bool is_bare(const ContainerSpec& spec) {
  return has_option(spec, "seccomp=unconfined") && !has_option(spec, "--cpuset-cpus");
}

/// The containers of the first condition, twin or not.
bool is_first(const ContainerSpec& spec) {
  return !has_option(spec, "seccomp=unconfined") && has_option(spec, "--cpuset-cpus");
}

using Which = std::function<bool(const ContainerSpec&)>;

/// A probe that says `line` in place of its answer to a command; nothing where that is empty.
Script saying(const std::string& line, const std::string& to = "measure", const Which& which = is_bare) {
  Script script;
  script.speaks = [=](const ContainerSpec& spec, const json& command, const std::string& honest) {
    return which(spec) && command.at("do") == to ? line : honest;
  };
  return script;
}

/// A probe that reports a batch otherwise than it was.
Script reporting(const std::function<void(json&)>& edit, const Which& which = is_bare) {
  Script script;
  script.batches = [=](const ContainerSpec& spec, json& measured) {
    if (which(spec)) edit(measured);
  };
  return script;
}

/// A container that is silent from its first batch on, and of which the engine then says `state`.
Script ending_with(const json& state) {
  Script script = saying("");
  script.records = [state](json record) {
    const bool bare = record.at("HostConfig").at("SecurityOpt") == json{"seccomp=unconfined"} &&
                      record.at("HostConfig").at("CpusetCpus") == "";
    if (bare) record["State"] = state;
    return record;
  };
  return script;
}

Ledger ledger_of(const std::vector<Fact>& facts) {
  Ledger ledger;
  for (const Fact& fact : facts) ledger.add(fact);
  return ledger;
}

Summary summary_of(const ScriptedRun& run) {
  return summarize(ledger_of(run.journal.facts));
}

ScriptedRun run_of(Script script) {
  return ScriptedRun{ScriptedEngine(std::move(script)), {}, 6, [] { return false; }};
}

/// What is left of a run in which the last condition fails each time: its kind.
std::string expect_last_given_up(const ScriptedRun& run) {
  const auto failed = run.all<RoundFailed>();
  EXPECT_EQ(failed.size(), 3U) << "two retries";
  for (const RoundFailed& one : failed) {
    EXPECT_EQ(one.round, 1);
    EXPECT_EQ(one.slot, 3U);
    EXPECT_THAT(one.what, HasSubstr("seccomp unconfined, cpus unpinned: container "));
  }
  const auto given_up = run.all<ConditionGivenUp>();
  EXPECT_EQ(given_up.size(), 1U);
  if (given_up.empty() || failed.empty()) return "nothing failed";
  EXPECT_EQ(given_up[0].condition, 3U);
  EXPECT_EQ(given_up[0].kind, failed.back().kind);
  EXPECT_EQ(run.engine.living(), 0U);

  const Summary summary = summary_of(run);
  EXPECT_EQ(summary.rounds, 6) << "the others went on";
  EXPECT_EQ(summary.exit, ExitStatus::not_attested);
  EXPECT_EQ(summary.finished.reason, "last look");
  EXPECT_EQ(summary.operations.size(), 3U * 3) << "every operation of the three others";
  for (const OperationResult& one : summary.operations) EXPECT_NE(one.condition, 3U);
  for (const ContrastResult& one : summary.contrasts) {
    const PlannedContrast& contrast = summary.run.plan.contrasts[one.contrast];
    const bool needs_it = contrast.base == 3 || contrast.other == 3;
    EXPECT_EQ(one.judgement.verdict == Verdict::unattested, needs_it);
    EXPECT_EQ(one.difference_ns.has_value(), !needs_it);
    if (needs_it) {
      EXPECT_THAT(one.judgement.reason, HasSubstr(failed.back().kind));
    }
  }
  return failed.back().kind;
}

struct Misbehaviour {
  const char* word;
  Script script;
};

std::vector<Misbehaviour> misbehaviours() {
  const std::string measured = R"({"event":"measured","operation":"%","iterations":1000,"started_ns":9,"elapsed_ns":9,)"
                               R"("usage":{"nvcsw":0,"nivcsw":0,"minflt":0},"cpu":[1,1]})";
  return {
      {"not JSON", saying("hello")},
      {"not JSON", saying(std::string(100, '['))},
      {"out of turn", saying(R"({"event":"quit"})")},
      {"error reported", saying(R"({"event":"error","message":"write: EBADF"})")},
      {"wrong operation", saying(measured)},
      {"wrong number of calls", reporting([](json& batch) { batch["iterations"] = 7; })},
      {"malformed answer", reporting([](json& batch) { batch["started_ns"] = "now"; })},
      {"absurd time", reporting([](json& batch) { batch["elapsed_ns"] = 0; })},
      {"absurd time", reporting([](json& batch) { batch["elapsed_ns"] = -5; })},
      {"absurd time", reporting([](json& batch) { batch["elapsed_ns"] = 3'600'000'000'001; })},
      {"absurd time", reporting([](json& batch) { batch["started_ns"] = std::numeric_limits<std::int64_t>::max(); })},
      {"clock went backwards",
       reporting([](json& batch) { batch["started_ns"] = 2'000'000'000 - batch["started_ns"].get<std::int64_t>(); })},
      {"clock went backwards", reporting([](json& batch) { batch["started_ns"] = -1; })},
      {"no answer in time", saying("")},
      {"not ready in time", saying("", "start")},
      {"wrong protocol", saying(R"({"event":"ready","protocol":7,"witness":{}})", "start")},
      {"out of memory", ending_with({{"Running", false}, {"ExitCode", 137}, {"OOMKilled", true}})},
      {"signal", ending_with({{"Running", false}, {"ExitCode", 139}, {"OOMKilled", false}})},
      {"probe ended", ending_with({{"Running", false}, {"ExitCode", 3}, {"OOMKilled", false}})},
      {"engine error", ending_with({{"Running", false}, {"ExitCode", 128}, {"Error", "no space left"}})},
      {"paused", ending_with({{"Running", true}, {"Paused", true}, {"ExitCode", 0}})},
  };
}

TEST(FailingRounds, EveryFaultHasItsWordAndTheOthersGoOn) {
  for (const Misbehaviour& one : misbehaviours()) {
    SCOPED_TRACE(one.word);
    ScriptedRun run = run_of(one.script);
    run.run(by_stdio(four_conditions()));
    EXPECT_EQ(expect_last_given_up(run), one.word);
  }
}

TEST(FailingRounds, WhatIsWrittenIntoTheSharedFileIsCheckedAsWell) {
  const std::vector<Misbehaviour> seen{
      {"absurd time", reporting([](json& batch) { batch["elapsed_ns"] = 0; })},
      {"absurd time", reporting([](json& batch) { batch["elapsed_ns"] = 3'600'000'000'001; })},
      {"clock went backwards",
       reporting([](json& batch) { batch["started_ns"] = 2'000'000'000 - batch["started_ns"].get<std::int64_t>(); })},
      {"not JSON", saying("hello", "take turns")},
      {"out of turn", saying(R"({"event":"quit"})", "take turns")},
  };
  for (const Misbehaviour& one : seen) {
    SCOPED_TRACE(one.word);
    ScriptedRun run = run_of(one.script);
    run.run(four_conditions());
    EXPECT_EQ(expect_last_given_up(run), one.word);
    ASSERT_EQ(run.all<HandOverChosen>().size(), 1U);
    EXPECT_EQ(run.all<HandOverChosen>()[0].way, "futex") << "one bad probe is no reason against the way";
  }
}

TEST(FailingRounds, AClockThatWentBackBetweenTwoContainersIsSeen) {
  int batches = 0;
  ScriptedRun run = run_of(reporting([&](json& batch) {
    if (++batches == 31) batch["started_ns"] = 0;  // the first of the second round
  }));
  run.run(by_stdio(four_conditions()));
  ASSERT_EQ(run.all<RoundFailed>().size(), 1U);
  EXPECT_EQ(run.all<RoundFailed>()[0].round, 2);
  EXPECT_EQ(run.all<RoundFailed>()[0].kind, "clock went backwards");
}

TEST(FailingRounds, AnAnswerThatIsLateIsNamedWithWhatGivesItMoreTime) {
  ScriptedRun run = run_of(saying(""));
  run.patience.answer = std::chrono::seconds(7);
  run.run(by_stdio(four_conditions()));
  EXPECT_THAT(run.all<RoundFailed>().front().what,
              ::testing::ContainsRegex("container [0-9]+: its answer to measure [a-z_]+ did not come within 7.004 s; "
                                       "--answer-timeout lengthens that"));
  ScriptedRun mute = run_of(saying("", "start"));
  mute.run(four_conditions());
  EXPECT_THAT(mute.all<RoundFailed>().front().what,
              HasSubstr("its probe's first words did not come within 60 s; --ready-timeout lengthens that"));
}

/// The turns of the complete rounds: which operation, and who in which order.
std::vector<std::string> complete_turns(const std::vector<Fact>& facts) {
  std::vector<std::string> all;
  turns_of(facts)([&](const Turn& turn) {
    all.push_back(fmt::format("{}.{}.{} {}", turn.round, turn.group, turn.turn, turn.operation));
    for (const Batch& batch : turn.batches) all.back() += fmt::format(" {}", batch.slot);
  });
  return all;
}

TEST(FailingRounds, ARoundThatIsDoneAgainIsWhatThePlanOrders) {
  for (const Interleave interleave : {Interleave::lockstep, Interleave::rounds, Interleave::sequential}) {
    Plan plan = by_stdio(two_groups());
    plan.design.interleave = interleave;
    plan.looks = {6};
    ScriptedRun undisturbed;
    undisturbed.run(plan);
    int measures = 0;
    Script script;
    script.answers = [&](const json& command, const std::string& honest) {
      return command.at("do") == "measure" && ++measures % 401 == 0 ? std::string("hello") : honest;
    };
    ScriptedRun disturbed = run_of(script);
    disturbed.retries = 9;
    EXPECT_EQ(disturbed.run(plan).reason, "last look");
    EXPECT_GE(disturbed.all<RoundFailed>().size(), 2U);
    EXPECT_EQ(complete_turns(disturbed.journal.facts), complete_turns(undisturbed.journal.facts));
    const Ledger ledger = ledger_of(disturbed.journal.facts);
    for (const std::string& operation : plan.operations) {
      for (const std::size_t slot : {0U, 1U, 2U}) {
        EXPECT_EQ(ledger.series(0, slot, operation).floors.size(), 6U);
        EXPECT_EQ(ledger.series(0, slot, operation).batches.size(), 6U * 10) << "none of a failed attempt";
      }
    }
    for (const Attestation& one : ledger.attestations()) EXPECT_EQ(one.containers % 6, 0) << one.factor;
  }
}

TEST(FailingRounds, TheOthersOfASequenceKeepTheirPlaces) {
  for (const Interleave interleave : {Interleave::rounds, Interleave::sequential}) {
    Plan plan = by_stdio(four_conditions());
    plan.design.interleave = interleave;
    plan.looks = {6};
    ScriptedRun run = run_of(saying("hello"));
    run.run(plan);
    EXPECT_EQ(expect_last_given_up(run), "not JSON");
    for (const RoundFailed& one : run.all<RoundFailed>()) EXPECT_EQ(one.at_work, std::vector<std::size_t>{3});
  }
}

TEST(FailingRounds, WithoutItsFirstConditionAGroupEndsAndTheNextGoesOn) {
  int rounds = 0;
  Script script = saying("hello", "measure", [&](const ContainerSpec& spec) { return is_first(spec) && rounds >= 2; });
  ScriptedRun run = run_of(script);
  run.next_look = [] { return std::nullopt; };
  RunContext context = run.make_context();
  context.watch = [&](const Fact& fact) { rounds += std::holds_alternative<RoundFinished>(fact) ? 1 : 0; };
  const Plan plan = by_stdio(two_groups());
  run_plan(plan, {"run", "0", "2026-11-30T00-00-00Z", plan, json::object()}, context);
  const auto given_up = run.all<ConditionGivenUp>();
  ASSERT_EQ(given_up.size(), 1U);
  EXPECT_EQ(given_up[0].condition, 0U);
  EXPECT_EQ(given_up[0].round, 2);
  const Summary summary = summary_of(run);
  EXPECT_EQ(summary.rounds, 6) << "of the group that went on";
  std::map<std::size_t, std::size_t> rounds_of;
  for (const OperationResult& one : summary.operations)
    rounds_of[one.condition] = static_cast<std::size_t>(one.ns.rounds);
  EXPECT_EQ(rounds_of, (std::map<std::size_t, std::size_t>{{1, 6}, {2, 1}, {3, 6}}))
      << "what its companion has complete is kept";
  EXPECT_EQ(summary.exit, ExitStatus::not_attested);
  for (const TwinResult& twin : summary.twins) EXPECT_NE(twin.condition, 0U);
}

TEST(FailingRounds, WhereNothingCouldBeMeasuredTheMachineFailed) {
  ScriptedRun run = run_of(saying("hello", "measure", is_first));
  const RunFinished finished = run.run(by_stdio(sample_plan()));
  EXPECT_EQ(finished.reason, "given up");
  const Summary summary = summary_of(run);
  EXPECT_EQ(summary.exit, ExitStatus::environment);
  EXPECT_TRUE(summary.operations.empty());
  for (const ContrastResult& one : summary.contrasts) EXPECT_THAT(one.judgement.reason, HasSubstr("not JSON"));
  for (const ClaimResult& one : summary.claims) EXPECT_EQ(one.verdict, ClaimVerdict::withheld);
}

TEST(FailingRounds, WhereNobodyIsToBlameTheGroupEnds) {
  int asked = 0;
  Script script;
  script.records = [&](json record) {
    if (record.at("HostConfig").at("CpusetCpus") != "" && ++asked > 3) throw EngineFailure("its answer is not JSON");
    return record;
  };
  ScriptedRun run = run_of(script);
  run.retries = 1;
  run.run(two_groups());
  ASSERT_EQ(run.all<RoundFailed>().size(), 2U);
  for (const RoundFailed& one : run.all<RoundFailed>()) EXPECT_EQ(one.slot, std::nullopt) << one.what;
  ASSERT_EQ(run.all<ConditionGivenUp>().size(), 1U);
  EXPECT_EQ(run.all<ConditionGivenUp>()[0].condition, std::nullopt);
  EXPECT_EQ(run.all<ConditionGivenUp>()[0].group, 0U);
  const Summary summary = summary_of(run);
  EXPECT_EQ(summary.exit, ExitStatus::not_attested);
  EXPECT_EQ(summary.finished.reason, "last look");
  EXPECT_EQ(summary.rounds, 6);
  for (const Attestation& one : summary.attestations) EXPECT_EQ(one.state, Attestation::State::attested);
  std::map<std::size_t, std::size_t> rounds_of;
  for (const OperationResult& one : summary.operations)
    rounds_of[one.condition] = static_cast<std::size_t>(one.ns.rounds);
  EXPECT_EQ(rounds_of, (std::map<std::size_t, std::size_t>{{0, 1}, {1, 6}, {2, 1}, {3, 6}}));
}

TEST(FailingRounds, WhereNoEngineAnswersTheRunEndsAndCanGoOn) {
  bool gone = false;
  int started = 0;
  Script script;
  script.before_start = [&] {
    if (++started == 8) {
      gone = true;
      throw EngineFailure("Cannot connect");
    }
  };
  script.before_answer = [&] {
    if (gone) throw EngineFailure("Cannot connect");
  };
  ScriptedRun run = run_of(script);
  const Plan plan = sample_plan();
  EXPECT_THROW(run.run(plan), EngineFailure);
  ASSERT_EQ(run.all<RoundFailed>().size(), 1U) << "it is not tried again for every condition";
  EXPECT_EQ(run.all<RoundFailed>()[0].kind, "engine gone");
  EXPECT_TRUE(run.all<ConditionGivenUp>().empty());
  EXPECT_EQ(run.all<RunFinished>().back().reason, "failed");
  EXPECT_EQ(summary_of(run).exit, ExitStatus::environment);
  gone = false;
  Progressed so_far;
  so_far.iterations = {{"empty_loop", 1000}, {"function_call", 1000}, {"getpid", 1000}};
  so_far.complete_rounds = {2};
  so_far.ways = {{0, "futex"}};
  EXPECT_EQ(run.resume(plan, so_far).reason, "last look");
  EXPECT_EQ(run.all<RoundFinished>().size(), 6U);
  EXPECT_EQ(summary_of(run).exit, ExitStatus::success);
}

TEST(FailingRounds, AllContainersAtOnceAreNobodysFault) {
  Script script = saying("", "measure", [](const ContainerSpec&) { return true; });
  script.records = [](json record) {
    record["State"] = {{"Running", false}, {"ExitCode", 137}};
    return record;
  };
  ScriptedRun run = run_of(script);
  run.run(by_stdio(sample_plan()));
  for (const RoundFailed& one : run.all<RoundFailed>()) {
    EXPECT_EQ(one.slot, std::nullopt);
    EXPECT_EQ(one.kind, "engine error");
    EXPECT_THAT(one.what, HasSubstr("all containers of the round have ended"));
  }
}

TEST(FailingRounds, AContainerThatSomebodyRemovedIsSaidSo) {
  Script script;
  ScriptedRun run = run_of({});
  bool removed = false;
  script.speaks = [&](const ContainerSpec& spec, const json& command, const std::string& honest) {
    if (removed || !is_bare(spec) || command.at("do") != "measure") return honest;
    removed = true;
    run.engine.remove({"1", "2", "3", "4", "5"});
    return std::string();
  };
  script.before_removal = [](const auto&) {};
  run.engine = ScriptedEngine(script);
  run.run(by_stdio(four_conditions()));
  ASSERT_EQ(run.all<RoundFailed>().size(), 1U);
  EXPECT_THAT(run.all<RoundFailed>()[0].what, HasSubstr("somebody has removed it"));
}

TEST(FailingRounds, AResumedRunKnowsWhatWasGivenUpAndHowOftenWasTried) {
  const Plan plan = by_stdio(four_conditions());
  Progressed so_far;
  so_far.complete_rounds = {0};
  so_far.failed_rounds = {RoundFailed{1, 0, "x", "not JSON", 3, {}}, RoundFailed{1, 0, "x", "not JSON", 3, {}}};
  ScriptedRun run = run_of(saying("hello"));
  run.journal.append(RunStarted{"run", "0", "2026-11-30T00-00-00Z", plan, json::object()});
  run.resume(plan, so_far);
  EXPECT_EQ(run.all<RoundFailed>().size(), 1U) << "two of three attempts were before";
  EXPECT_EQ(run.all<ConditionGivenUp>().size(), 1U);

  give_up(so_far.absences, plan, 3);
  ScriptedRun later = run_of(saying("hello"));
  later.resume(plan, so_far);
  EXPECT_TRUE(later.all<RoundFailed>().empty()) << "it is not measured any more";
  EXPECT_EQ(later.all<ContainerStarted>().size(), 6U * 4);
}

TEST(FailingRounds, NoRetriesGiveUpAtOnce) {
  ScriptedRun run = run_of(saying("hello"));
  run.retries = 0;
  run.run(by_stdio(four_conditions()));
  EXPECT_EQ(run.all<RoundFailed>().size(), 1U);
  EXPECT_EQ(run.all<ConditionGivenUp>().size(), 1U);
}

TEST(FailingRounds, NobodyWaitsForAGroupThatEnded) {
  ScriptedRun run = run_of(saying("hello", "measure", is_first));
  Ledger ledger(Keep::rounds);
  RunContext context = run.make_context();
  context.watch = [&](const Fact& fact) { ledger.add(fact); };
  context.enough = [&](int round) { return reason_to_stop(ledger, round); };
  Plan plan = by_stdio(two_groups());
  plan.looks = {6, 9, 13};
  run_plan(plan, {"run", "0", "2026-11-30T00-00-00Z", plan, json::object()}, context);
  EXPECT_EQ(run.all<RunFinished>().back().reason, "precision") << "of the other group, at its first look";
  EXPECT_EQ(ledger.complete_rounds(1), 6);
  EXPECT_EQ(ledger.complete_rounds(0), 0);

  Ledger on_its_way(Keep::rounds);
  for (const Fact& fact : run.journal.facts) {
    on_its_way.add(fact);
    if (on_its_way.complete_rounds(1) == 2) break;
  }
  const auto next = next_look(on_its_way);
  ASSERT_TRUE(next);
  EXPECT_EQ(next->group, 1U) << "with a budget, nor is it asked for";
}

TEST(FailingRounds, ATimeLimitEndsTheRunLikeAnInterruption) {
  ScriptedRun run;
  run.patience.run = std::chrono::nanoseconds(1);
  EXPECT_EQ(run.run(sample_plan()).reason, "time limit");
  EXPECT_EQ(run.engine.started(), 0);
  EXPECT_EQ(summary_of(run).exit, ExitStatus::environment);
  run.patience.run = std::chrono::hours(1);
  EXPECT_EQ(run.resume(sample_plan(), Progressed{{}, {0}, {}, 0, 0, {}, {}}).reason, "last look");
}

TEST(FailingRounds, NoNumberOfAConditionGivenUpIsPrintedAnywhere) {
  int rounds = 0;
  Script script = saying("hello", "measure", [&](const ContainerSpec& spec) { return is_bare(spec) && rounds >= 6; });
  // A value that nothing else has: 77.123 ns.
  script.batches = [](const ContainerSpec& spec, json& measured) {
    if (is_bare(spec) && measured.at("operation") == "getpid") measured["elapsed_ns"] = 77'123;
  };
  ScriptedRun run = run_of(script);
  run.rounds = 9;
  RunContext context = run.make_context();
  context.watch = [&](const Fact& fact) { rounds += std::holds_alternative<RoundFinished>(fact) ? 1 : 0; };
  const Plan plan = by_stdio(four_conditions());
  run_plan(plan, {"run", "0", "2026-11-30T00-00-00Z", plan, json::object()}, context);
  ASSERT_EQ(run.all<ConditionGivenUp>().size(), 1U) << "after six complete rounds";
  const Summary summary = summary_of(run);
  EXPECT_EQ(summary.rounds, 9);
  for (const std::string& text :
       {summary_json(summary).dump(), terminal_report(summary, false), markdown_report(summary)}) {
    EXPECT_THAT(text, Not(HasSubstr("77.1")));
    EXPECT_THAT(text, HasSubstr("not JSON"));
  }
  EXPECT_THAT(terminal_report(summary, false), HasSubstr("One of the two failed too often to be measured"));
}

}  // namespace
}  // namespace orchestrate
