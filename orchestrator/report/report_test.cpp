#include "report/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "report/page_data.hpp"
#include "runner/scripted_run.hpp"

namespace orchestrate {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Summary summary_of(Script script, const Host& host = scripted_host()) {
  Experiment experiment = sample_experiment();
  experiment.question = "\x1b[31mred <img src=x>";
  const Plan plan = make_plan(experiment, std::nullopt, host, 1);
  ScriptedRun run{ScriptedEngine(std::move(script)), {}, 6, [] { return false; }};
  run.run(plan);
  Ledger ledger;
  for (const Fact& fact : run.journal.facts) ledger.add(fact);
  return summarize(ledger);
}

TEST(Report, SummaryHoldsTheKeysThatOthersRelyOn) {
  const auto json = summary_json(summary_of({}));
  EXPECT_EQ(json.at("schema"), "orchestrate-summary/1");
  EXPECT_EQ(json.at("exit"), 0);
  const auto& contrast = json.at("contrasts").at(0);
  EXPECT_EQ(contrast.at("verdict"), "differs");
  EXPECT_EQ(contrast.at("levels"), (nlohmann::ordered_json{"default", "unconfined"}));
  EXPECT_EQ(contrast.at("difference_ns").at("median"), 40.0);
  EXPECT_EQ(contrast.at("difference_ns").at("rounds"), 6);
  EXPECT_TRUE(contrast.at("difference_ns").contains("low"));
  EXPECT_NEAR(contrast.at("p_holm").get<double>(), 2 * contrast.at("p").get<double>(), 1e-12) << "of two";
  EXPECT_EQ(contrast.at("equivalence").at("margin_ns"), 1.8);
  EXPECT_EQ(json.at("operations").at(0).at("condition").at("seccomp"), "default");
  EXPECT_EQ(json.at("operations").at(0).at("batches").at("count"), 60);
  EXPECT_EQ(json.at("attestations").at(0).at("attested"), true);
  EXPECT_EQ(json.at("containers").at("left_behind"), 0);
  EXPECT_EQ(json.at("twin").size(), 3U);
  EXPECT_EQ(json.at("precision").at("reached"), 0.0);
  EXPECT_EQ(json.at("precision").at("wanted"), 0.02);
}

TEST(Report, SaysHowTurnsWerePassedOn) {
  const Summary by_futex = summary_of({});
  EXPECT_EQ(summary_json(by_futex).at("rules").at("hand_over"), "futex");
  EXPECT_TRUE(summary_json(by_futex).at("rules").at("hand_over_not_by_futex").empty());
  EXPECT_THAT(terminal_report(by_futex, false),
              HasSubstr("within rounds 100 % of the time was measuring; turns passed on by futex\n"));
  Script script;
  script.hand_overs = {"stdio"};
  const Summary by_stdio = summary_of(script);
  EXPECT_EQ(summary_json(by_stdio).at("rules").at("hand_over"), "stdio");
  const auto reasons = summary_json(by_stdio).at("rules").at("hand_over_not_by_futex");
  ASSERT_EQ(reasons.size(), 1U);
  EXPECT_THAT(reasons.at(0).at("why").get<std::string>(), HasSubstr("its probe does not say that it knows futex"));
  const std::string text = terminal_report(by_stdio, false);
  EXPECT_THAT(text, HasSubstr("turns passed on by stdio\n"));
  EXPECT_THAT(text, HasSubstr("turns were not passed on by futex: container "));
  for (const char* says : {"turns passed on by stdio", "turns were not passed on by futex: container "}) {
    EXPECT_THAT(markdown_report(by_stdio), HasSubstr(says));
    EXPECT_THAT(markdown_report(by_futex), ::testing::Not(HasSubstr(says)));
  }
}

TEST(Report, SaysHowContainersWereInterleavedAndWhatThatMeans) {
  Plan plan = sample_plan();
  plan.design.interleave = Interleave::sequential;
  plan.looks = {6};
  ScriptedRun run;
  run.run(plan);
  Ledger ledger;
  for (const Fact& fact : run.journal.facts) ledger.add(fact);
  const Summary summary = summarize(ledger);
  EXPECT_EQ(summary_json(summary).at("rules").at("interleave"), "sequential");
  EXPECT_THAT(summary_json(summary).at("rules").at("interleaved").get<std::string>(),
              HasSubstr("looks like an effect, and only the twins tell"));
  EXPECT_THAT(terminal_report(summary, false), HasSubstr("sequential: all containers of a condition"));
  EXPECT_THAT(markdown_report(summary), HasSubstr("sequential: all containers of a condition"));
  EXPECT_THAT(page_data(ledger, summary).at("interleave").get<std::string>(), HasSubstr("sequential: all containers"));
}

TEST(Report, ASwallowedContrastHasNoNumberAnywhere) {
  const Summary summary = summary_of(dropping_security_opt());
  const auto json = summary_json(summary);
  for (const auto& contrast : json.at("contrasts")) {
    EXPECT_EQ(contrast.at("verdict"), "swallowed");
    EXPECT_FALSE(contrast.contains("difference_ns"));
    EXPECT_FALSE(contrast.contains("ratio"));
    EXPECT_FALSE(contrast.contains("p"));
    EXPECT_FALSE(contrast.contains("equivalence"));
  }
  for (const auto& operation : json.at("operations")) EXPECT_EQ(operation.at("condition").at("seccomp"), "default");
  const std::string text = terminal_report(summary, false);
  EXPECT_THAT(text, HasSubstr("withheld"));
  EXPECT_THAT(text, HasSubstr("The two runs may be the same run"));
  EXPECT_THAT(text, HasSubstr("seccomp unconfined was declared"));
  EXPECT_THAT(text, Not(HasSubstr("140.0"))) << "what the dropped level would have cost";
  EXPECT_THAT(text, Not(HasSubstr("1.286"))) << "the ratio";
}

TEST(Report, ANumberUnderAFalseNameIsNowhere) {
  const Summary summary = summary_of(misnaming_function_call());
  const auto json = summary_json(summary);
  EXPECT_EQ(json.at("misnamed").size(), 2U);
  for (const auto& operation : json.at("operations")) EXPECT_NE(operation.at("operation"), "function_call");
  const std::string text = terminal_report(summary, false);
  EXPECT_THAT(text, HasSubstr("withheld: function_call at seccomp default"));
  EXPECT_THAT(text, HasSubstr("it did not measure what its name says"));
  EXPECT_THAT(text, Not(HasSubstr("1.50"))) << "what it would have cost";
}

TEST(Report, EndsOnTwoCpusAreToldBesideTheVerdictAndBelowTheTable) {
  Summary summary = summary_of({});
  for (OperationResult& result : summary.operations) {
    if (result.operation != "getpid") continue;
    result.evidence.apart = 0.97;
    result.evidence.switches = 1.0;
    result.evidence.modes = {{"both ends on one CPU", 0.1, 2000}, {"the ends on two CPUs", 0.9, 48000}};
    result.note = "another quantity: a wake-up";
  }
  const std::string text = terminal_report(summary, false);
  EXPECT_THAT(text, HasSubstr("differs; another quantity"));
  EXPECT_THAT(text,
              HasSubstr("1.00 context switches a call of the measuring end; ends on two CPUs in 97 % of batches"));
  EXPECT_THAT(text, HasSubstr("mode: the ends on two CPUs, 90 % of the batches, 48000.0 ns a call"));
  EXPECT_THAT(text, HasSubstr("another quantity: a wake-up"));
  const auto json = summary_json(summary);
  const auto& row = json.at("operations").back();
  EXPECT_EQ(row.at("modes").size(), 2U);
  EXPECT_EQ(row.at("apart"), 0.97);
  EXPECT_EQ(row.at("note"), "another quantity: a wake-up");
}

TEST(Report, SingleCallsStandBesideTheArticles) {
  Plan plan = sample_plan();
  plan.samples = {{"getpid"}, 160'000, 16};
  plan.article_values = {{"getpid", 0, 84, "sampled_p50_ns"}, {"getpid", 0, 100.3, "ns"}};
  ScriptedRun run;
  run.run(plan);
  Ledger ledger;
  for (const Fact& fact : run.journal.facts) ledger.add(fact);
  Summary summary = summarize(ledger);
  const auto json = summary_json(summary);
  EXPECT_EQ(json.at("latencies").size(), 2U);
  EXPECT_EQ(json.at("latencies").at(0).at("p50_ns").at("median"), 180.0);
  EXPECT_EQ(json.at("latencies").at(0).at("p50_ns").at("on_grid"), false);
  EXPECT_EQ(json.at("latencies").at(0).at("timer").at("cost_ns"), 10.0);
  std::string text = terminal_report(summary, false);
  EXPECT_THAT(text, HasSubstr("single calls of getpid, at seccomp default, cpus pinned"));
  EXPECT_THAT(text, HasSubstr("960 000 calls in"));
  EXPECT_THAT(text, ::testing::ContainsRegex("median \\(P50\\) +180.0 \\[180.0, 180.0\\] +84.0"));
  EXPECT_THAT(text, ::testing::ContainsRegex("floor of batches +180.0 .* +100.3"));
  EXPECT_THAT(text, Not(HasSubstr("the timer's grid)")));
  const std::string markdown = markdown_report(summary);
  EXPECT_THAT(markdown, HasSubstr("| ns a call | here | article |"));
  EXPECT_THAT(markdown, HasSubstr("| median (P50) | 180.0 [180.0, 180.0] | 84.0 |"));
  const std::string of_other = markdown.substr(markdown.find("getpid at seccomp unconfined"));
  EXPECT_THAT(of_other.substr(0, of_other.find("P50")), Not(HasSubstr("article"))) << "it has no number of this";
  const auto row = page_data(ledger, summary).at("latencies").at(0).at("rows").at(4);
  EXPECT_EQ(row.at("what"), "median (P50)");
  EXPECT_EQ(row.at("article"), "84.0");
  for (LatencyResult& one : summary.latencies) one.latency.percentiles[0].on_grid = true;
  text = terminal_report(summary, false);
  EXPECT_THAT(text, HasSubstr("(the timer's grid)"));
  EXPECT_THAT(text, HasSubstr("believe the mean"));
}

TEST(Report, SaysWhichPrecisionWasReached) {
  const std::string text = terminal_report(summary_of({}), false);
  EXPECT_THAT(text, HasSubstr("precision: ±0.00 %, wanted ±2.00 % (widest: getpid, seccomp default | unconfined at"));
  EXPECT_THAT(terminal_report(summary_of(dropping_security_opt()), false), Not(HasSubstr("precision:")));
}

TEST(Report, SaysWhetherValuesAreFloorsOrMedians) {
  Summary summary = summary_of({});
  EXPECT_THAT(terminal_report(summary, false), HasSubstr("floors of batches"));
  EXPECT_EQ(summary_json(summary).at("rules").at("estimator"), "floor");
  summary.run.plan.design.estimator = Estimator::median;
  EXPECT_THAT(terminal_report(summary, false), HasSubstr("medians of batches"));
  EXPECT_EQ(summary_json(summary).at("rules").at("estimator"), "median");
  EXPECT_THAT(summary_json(summary).at("rules").at("value").get<std::string>(), HasSubstr("median of a round's"));
}

TEST(Report, TheClocksourceIsNamedWhereClocksAreMeasured) {
  Summary summary = summary_of({});
  summary.run.environment = {{"machine", {{"clocksource", "kvm-clock"}}}};
  EXPECT_THAT(terminal_report(summary, false), Not(HasSubstr("kvm-clock")));
  summary.run.plan.operations.emplace_back("clock_tai");
  EXPECT_THAT(terminal_report(summary, false), HasSubstr("clocksource kvm-clock"));
}

TEST(Report, WhatIsSkippedIsNamedWithTheReason) {
  const Summary summary = summary_of({}, host_without_unconfined());
  const auto json = summary_json(summary);
  EXPECT_EQ(json.at("skipped"),
            (nlohmann::ordered_json{
                {{"factor", "seccomp"}, {"level", "unconfined"}, {"reason", "nobody may leave the filter"}}}));
  EXPECT_EQ(json.at("contrasts").at(0).at("verdict"), "skipped");
  EXPECT_FALSE(json.at("contrasts").at(0).contains("difference_ns"));
  EXPECT_EQ(json.at("claims").at(1).at("verdict"), "skipped");
  EXPECT_EQ(json.at("exit"), 0);
  const std::string text = terminal_report(summary, false);
  EXPECT_THAT(text, HasSubstr("skipped: seccomp unconfined: nobody may leave the filter\n"));
  EXPECT_THAT(text, HasSubstr("skipped: seccomp default | unconfined on getpid, at cpus pinned\n"));
  EXPECT_THAT(text, HasSubstr("everything expected was found, as far as it was not skipped"));
  EXPECT_EQ(terminal_report(summary_of({}), false).find("skipped"), std::string::npos);
}

TEST(Report, ThePairThatIsInForceWithoutEffectIsToldApart) {
  Script script;
  script.costs = [](const std::string& operation, bool) { return operation == "getpid" ? 150.0 : 1.0; };
  const std::string text = terminal_report(summary_of(script), false);
  EXPECT_THAT(text, HasSubstr("Both levels were in force"));
  EXPECT_THAT(text, Not(HasSubstr("same run")));
}

TEST(Report, FitsNarrowAndAsciiPaper) {
  const Summary summary = summary_of(dropping_security_opt());
  for (const std::size_t width : {40U, 60U, 79U}) {
    const std::string text = terminal_report(summary, Paper(false, width, true));
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      // A word that is longer than the paper stays whole.
      if (line.find(' ', line.find_first_not_of(' ')) == std::string::npos) continue;
      EXPECT_LE(line.size(), width) << line;
    }
    EXPECT_TRUE(std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; }));
    EXPECT_THAT(text, HasSubstr("withheld"));
  }
}

TEST(Report, NothingFromOutsideReachesTheTerminalUnescaped) {
  EXPECT_EQ(terminal_report(summary_of({}), false).find('\x1b'), std::string::npos);
}

TEST(Report, CommandsAreQuotedForAShell) {
  const std::string script = commands_script(summary_of({}));
  EXPECT_THAT(script, HasSubstr("--security-opt seccomp=unconfined --cpuset-cpus 1"));
  EXPECT_THAT(script, HasSubstr("# seccomp unconfined, cpus pinned"));
}

/// A run that was interrupted in its fourth round and resumed; `written_down` is whether it could say so itself.
Ledger resumed_ledger(bool written_down) {
  const Plan plan = sample_plan();
  int asked = 0;
  ScriptedRun run{ScriptedEngine(Script{}), {}, 6, [&] { return asked++ == 7; }};
  run.run(plan);
  Progressed so_far;
  for (const Calibrated& one : run.all<Calibrated>()) so_far.iterations[one.operation] = one.iterations;
  so_far.complete_rounds = {3};
  so_far.ways = {{0, "futex"}};
  run.resume(plan, so_far);
  Ledger ledger;
  for (const Fact& fact : run.journal.facts) {
    const auto* finished = std::get_if<RunFinished>(&fact);
    if (finished == nullptr || finished->reason != "interrupted" || written_down) ledger.add(fact);
  }
  return ledger;
}

TEST(Report, OfAResumedRunIsThatOfOneThatWasNeverInterrupted) {
  for (const bool written_down : {true, false}) {
    auto resumed = summary_json(summarize(resumed_ledger(written_down)));
    ScriptedRun run;
    run.run(sample_plan());
    Ledger ledger;
    for (const Fact& fact : run.journal.facts) ledger.add(fact);
    auto whole = summary_json(summarize(ledger));
    EXPECT_EQ(resumed.at("resumptions"), 1);
    EXPECT_EQ(resumed.at("containers").at("started"), 21) << "18, and the three of the round that was thrown away";
    for (const char* key : {"resumptions", "time", "containers"}) {
      resumed.erase(key);
      whole.erase(key);
    }
    EXPECT_EQ(resumed, whole);
  }
}

TEST(Report, ARunThatWasNotAloneIsToldSo) {
  Ledger ledger = resumed_ledger(true);
  ledger.add(OtherRunSeen{"process 7, \x1b[2J"});
  ledger.add(OtherRunSeen{"process 7, \x1b[2J"});
  const Summary summary = summarize(ledger);
  EXPECT_EQ(summary_json(summary).at("other_runs").size(), 1U);
  const std::string text = terminal_report(summary, false);
  EXPECT_THAT(text, HasSubstr("disturb each other: process 7, \\x1b[2J"));
  EXPECT_THAT(text, HasSubstr("resumed 1 time\n"));
}

}  // namespace
}  // namespace orchestrate
