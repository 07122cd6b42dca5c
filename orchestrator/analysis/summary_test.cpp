#include "analysis/summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <memory>

#include "analysis/stopping.hpp"
#include "runner/scripted_run.hpp"

namespace orchestrate {
namespace {

using ::testing::HasSubstr;

Ledger ledger_of(Script script, int rounds = 6, const Plan& plan = sample_plan()) {
  ScriptedRun run{ScriptedEngine(std::move(script)), {}, rounds, [] { return false; }};
  run.run(plan);
  Ledger ledger;
  for (const Fact& fact : run.journal.facts) ledger.add(fact);
  return ledger;
}

Summary summary_of(Script script, int rounds = 6) {
  return summarize(ledger_of(std::move(script), rounds));
}

TEST(Summary, FindsWhatIsThere) {
  const Summary summary = summary_of({});
  ASSERT_EQ(summary.contrasts.size(), 2U);
  EXPECT_EQ(summary.contrasts[0].judgement.verdict, Verdict::differs);
  EXPECT_DOUBLE_EQ(summary.contrasts[0].difference_ns->median, 40);
  EXPECT_DOUBLE_EQ(summary.contrasts[0].ratio->median, 180.0 / 140);
  EXPECT_EQ(summary.contrasts[1].judgement.verdict, Verdict::matches);
  ASSERT_EQ(summary.claims.size(), 2U);
  EXPECT_EQ(summary.claims[0].verdict, ClaimVerdict::holds);
  EXPECT_DOUBLE_EQ(summary.claims[0].value->median, 120);
  EXPECT_EQ(summary.claims[1].verdict, ClaimVerdict::holds);
  ASSERT_EQ(summary.operations.size(), 6U);
  EXPECT_EQ(summary.operations[0].evidence.counted->system_calls.size(), 0U) << "the empty loop";
  EXPECT_EQ(summary.operations[5].evidence.counted->system_calls.at("getpid"), 1000);
  EXPECT_EQ(summary.twins.size(), 3U);
  EXPECT_EQ(summary.attestations.size(), 2U * 14) << "twelve factors, the container itself, and no warning";
  EXPECT_EQ(summary.exit, ExitStatus::success);
}

/// getpid without a filter takes 150 ns in three batches of four, else as always.
Script with_a_second_mode() {
  Script script;
  auto batch = std::make_shared<int>(0);
  script.costs = [batch](const std::string& operation, bool filtered) {
    const bool disturbed = ++*batch % 4 != 0;
    if (operation == "getpid") return filtered ? 180.0 : disturbed ? 150.0 : 140.0;
    return operation == "function_call" ? 1.5 : 0.5;
  };
  return script;
}

TEST(Summary, ASecondModeIsFound) {
  Plan plan = sample_plan();
  plan.design.batches = 40;
  const Summary summary = summarize(ledger_of(with_a_second_mode(), 6, plan));
  EXPECT_TRUE(summary.contrasts[0].two_modes) << "the medians tell another difference";
  EXPECT_EQ(summary.operations[5].operation, "getpid");
  EXPECT_TRUE(summary.operations[5].two_modes);
  EXPECT_FALSE(summary.operations[5].skewed);
  EXPECT_LE(summary.operations[5].batches.modes->p, 0.05);
  EXPECT_FALSE(summary.operations[4].batches.modes) << "its median stands on its floor, so nobody asked";
}

TEST(Summary, TheEstimatorDecidesWhatARoundIsWorth) {
  Plan plan = sample_plan();
  plan.design.batches = 40;
  Summary summary = summarize(ledger_of(with_a_second_mode(), 6, plan));
  EXPECT_NEAR(summary.contrasts[0].difference_ns->median, 40, 1e-9) << "floors";
  plan.design.estimator = Estimator::median;
  summary = summarize(ledger_of(with_a_second_mode(), 6, plan));
  EXPECT_NEAR(summary.contrasts[0].difference_ns->median, 30, 1e-9) << "medians";
  EXPECT_NEAR(summary.operations[5].ns.median, 150, 1e-9);
  EXPECT_NEAR(summary.claims[1].value->median, 30, 1e-9) << "claims speak of the same values";
  EXPECT_TRUE(summary.operations[5].two_modes) << "whichever of the two is the value";
  EXPECT_TRUE(summary.contrasts[0].two_modes);
}

TEST(Summary, ATailIsNoSecondMode) {
  Plan plan = sample_plan();
  plan.design.batches = 40;
  Script script;
  auto batch = std::make_shared<int>(0);
  script.costs = [batch](const std::string& operation, bool) {
    // From 100 ns upwards without a gap, the rarer the farther.
    const double share = (*batch)++ % 40 / 40.0;
    return operation == "getpid" ? 100 - 30 * std::log(1 - share) : 1.0;
  };
  const Summary summary = summarize(ledger_of(script, 6, plan));
  EXPECT_EQ(summary.operations[4].operation, "getpid");
  EXPECT_TRUE(summary.operations[4].skewed);
  EXPECT_FALSE(summary.operations[4].two_modes);
  EXPECT_GT(summary.operations[4].batches.modes->p, 0.05);
}

TEST(Summary, TestsAreCorrectedForTheFamily) {
  const Summary summary = summary_of({});
  ASSERT_TRUE(summary.contrasts[0].tests);
  const ContrastTests& getpid = *summary.contrasts[0].tests;
  EXPECT_NEAR(getpid.p, 0.0472, 1e-4) << "six rounds of six, five looks paid for";
  EXPECT_NEAR(getpid.p_holm, 2 * getpid.p, 1e-12) << "two contrasts";
  EXPECT_EQ(summary.contrasts[1].tests->p, 1) << "no difference at all";
  EXPECT_LE(summary.contrasts[1].tests->equivalence_p, 0.025);
  EXPECT_FALSE(summary_of(dropping_security_opt()).contrasts[0].tests) << "no numbers, no family";
}

TEST(Summary, OddRoundsAreLabelledAndStay) {
  Script script;
  auto calls = std::make_shared<std::map<std::string, int>>();
  script.costs = [calls](const std::string& operation, bool filtered) {
    if (operation != "getpid") return 1.0;
    // Ten batches a round in each of three containers: in the fourth round all take 9 ns more.
    const int round = (*calls)[operation]++ / 30;
    return (filtered ? 180.0 : 140.0) + 0.01 * round + (round == 3 ? 9 : 0);
  };
  const Summary summary = summary_of(script);
  const OperationResult& getpid = summary.operations[4];
  EXPECT_EQ(getpid.operation, "getpid");
  ASSERT_EQ(getpid.rounds.outliers.size(), 1U);
  EXPECT_EQ(getpid.rounds.outliers[0].index, 3U);
  EXPECT_TRUE(getpid.rounds.outliers[0].far);
  EXPECT_EQ(getpid.ns.rounds, 6);
  EXPECT_GT(getpid.ns.range.high, 189) << "it counts all the same";
}

TEST(Summary, DriftIsTestedOverTheRounds) {
  Script script;
  auto calls = std::make_shared<int>(0);
  script.costs = [calls](const std::string& operation, bool filtered) {
    return operation == "getpid" ? (filtered ? 180.0 : 140.0) + (*calls)++ / 30 : 1.0;
  };
  const Summary summary = summary_of(script);
  const RoundsDiagnosis& getpid = summary.operations[4].rounds;
  ASSERT_TRUE(getpid.trend);
  EXPECT_NEAR(getpid.trend->slope, 1, 0.1);
  EXPECT_LE(getpid.trend->p, 0.01);
  EXPECT_GT(getpid.trend_p_holm, getpid.trend->p);
}

TEST(Summary, TheInterleaveChangesNothingInHowARunIsJudged) {
  for (const Interleave interleave : {Interleave::rounds, Interleave::sequential}) {
    Plan plan = sample_plan();
    plan.design.interleave = interleave;
    plan.looks = {6};
    const Ledger ledger = ledger_of({}, 6, plan);
    const Summary summary = summarize(ledger);
    EXPECT_EQ(summary.rounds, 6);
    EXPECT_EQ(summary.exit, ExitStatus::success);
    ASSERT_EQ(summary.contrasts.size(), 2U);
    EXPECT_EQ(summary.contrasts[0].judgement.verdict, Verdict::differs);
    EXPECT_EQ(summary.contrasts[0].difference_ns->rounds, 6);
    EXPECT_EQ(summary.twins.size(), 3U);
    EXPECT_EQ(ledger.series(0, 2, "getpid").batches.size(), 6U * 10) << "of the twin as of all others";
    const Ledger swallowed = ledger_of(dropping_security_opt(), 6, plan);
    EXPECT_EQ(summarize(swallowed).exit, ExitStatus::not_attested);
  }
}

TEST(Summary, ASwallowedPairHasNoNumbers) {
  const Summary summary = summary_of(dropping_security_opt());
  EXPECT_EQ(summary.exit, ExitStatus::not_attested);
  for (const ContrastResult& contrast : summary.contrasts) {
    EXPECT_EQ(contrast.judgement.verdict, Verdict::swallowed);
    EXPECT_FALSE(contrast.difference_ns);
    EXPECT_FALSE(contrast.ratio);
  }
  for (const OperationResult& operation : summary.operations) EXPECT_EQ(operation.condition, 0U);
  EXPECT_EQ(summary.claims[0].verdict, ClaimVerdict::holds) << "it uses attested conditions only";
  EXPECT_EQ(summary.claims[1].verdict, ClaimVerdict::withheld);
  EXPECT_FALSE(summary.claims[1].value);
}

TEST(Summary, ANumberUnderAFalseNameIsWithheld) {
  const Summary summary = summary_of(misnaming_function_call());
  ASSERT_EQ(summary.misnamed.size(), 2U) << "in both conditions";
  EXPECT_THAT(summary.misnamed[0].what, HasSubstr("function_call should make no system calls a call and made 1"));
  for (const OperationResult& one : summary.operations) EXPECT_NE(one.operation, "function_call");
  for (const TwinResult& one : summary.twins) EXPECT_NE(one.operation, "function_call");
  EXPECT_EQ(summary.contrasts[0].judgement.verdict, Verdict::differs) << "getpid is what it says";
  EXPECT_EQ(summary.contrasts[1].judgement.verdict, Verdict::unattested);
  EXPECT_FALSE(summary.contrasts[1].difference_ns);
  EXPECT_EQ(summary.claims[0].verdict, ClaimVerdict::withheld) << "it divides by a function call";
  EXPECT_FALSE(summary.claims[0].value);
  EXPECT_EQ(summary.exit, ExitStatus::not_attested);
}

TEST(Summary, EndsOnTwoCpusAreAnotherQuantity) {
  Experiment experiment = sample_experiment();
  experiment.operations = {"pipe_pingpong"};
  experiment.contrasts = {{"seccomp", "default", "unconfined", {"pipe_pingpong"}, {}, Expect::differ}};
  experiment.claims.clear();
  Script script;
  script.other_ends = [](const std::string&) -> nlohmann::json {
    return {{"cpu", {0, 0}}, {"usage", {{"nvcsw", 5}, {"nivcsw", 6}, {"minflt", 0}}}};
  };
  script.answers = [](const nlohmann::json& command, std::string answer) {
    if (command.at("do") != "count") return answer;
    auto counted = nlohmann::json::parse(answer);
    counted["syscalls"] = {{"read", 1000}, {"write", 1000}};
    return counted.dump();
  };
  const Summary summary = summarize(ledger_of(script, 6, make_plan(experiment, std::nullopt, scripted_host(), 1)));
  ASSERT_EQ(summary.operations.size(), 2U);
  EXPECT_THAT(summary.operations[0].note, HasSubstr("another quantity"));
  EXPECT_EQ(summary.operations[0].evidence.apart, 1);
  EXPECT_EQ(summary.operations[0].evidence.switches, 1);
  EXPECT_EQ(summary.exit, ExitStatus::success) << "it is no failure, but it is told";
  Plan plan = make_plan(experiment, std::nullopt, scripted_host(), 1);
  plan.claims = {{"a", "x", "p", {{"p", {"pipe_pingpong", 0, "ns"}}}, "", std::nullopt, {1e6, 2e6, "1e6 .. 2e6"}, ""}};
  const Summary failing = summarize(ledger_of(script, 6, plan));
  EXPECT_EQ(failing.claims[0].verdict, ClaimVerdict::fails);
  EXPECT_THAT(failing.claims[0].reason, HasSubstr("the ends ran on two CPUs in 100 % of the batches"));
}

TEST(Summary, SingleCallsAreShownWithTheirConditionsEvidence) {
  Plan plan = sample_plan();
  plan.samples = {{"getpid"}, 160'000, 16};
  const Summary summary = summarize(ledger_of({}, 6, plan));
  ASSERT_EQ(summary.latencies.size(), 2U);
  EXPECT_EQ(summary.latencies[0].latency.timed, 6 * 10'000);
  EXPECT_EQ(summary.latencies[0].latency.percentiles[0].ns->median, 180);
  EXPECT_EQ(summary.latencies[0].latency.percentiles[2].ns->median, 360);
  EXPECT_EQ(summarize(ledger_of(dropping_security_opt(), 6, plan)).latencies.size(), 1U) << "a swallowed one has none";
}

TEST(Summary, AClaimMayBeAboutACount) {
  Plan plan = sample_plan();
  plan.claims[0].operands = {{"getpid", {"getpid", 0, "system_calls"}}, {"function_call", {"empty_loop", 0, "ns"}}};
  Summary summary = summarize(ledger_of({}, 6, plan));
  EXPECT_DOUBLE_EQ(summary.claims[0].value->median, 2) << "one call over half a nanosecond";
  plan.claims[0].operands["getpid"].quantity = "sampled_p50_ns";
  summary = summarize(ledger_of({}, 6, plan));
  EXPECT_EQ(summary.claims[0].verdict, ClaimVerdict::unresolved);
  EXPECT_THAT(summary.claims[0].reason, HasSubstr("no calls were sampled"));
}

/// The facts of a run with a filter resolved for each of its two conditions.
Ledger ledger_with_filters(Script script) {
  ScriptedRun run{ScriptedEngine(std::move(script)), {}, 6, [] { return false; }};
  run.run(sample_plan());
  Ledger ledger;
  for (const Fact& fact : run.journal.facts) {
    if (std::holds_alternative<RunFinished>(fact)) {
      ledger.add(FilterResolved{{1, 0, 0}, {"libseccomp 2", "x86_64", true, {"keyctl"}, {"clone"}, 3, {}}, ""});
      ledger.add(FilterResolved{{1, 0, 1}, {"libseccomp 2", "x86_64", false, {}, {}, 5, {}}, ""});
    }
    ledger.add(fact);
  }
  return ledger;
}

TEST(Summary, FiltersAreKeptByCondition) {
  const Ledger ledger = ledger_with_filters({});
  ASSERT_NE(ledger.filter(0), nullptr);
  EXPECT_EQ(ledger.filter(0)->refusals.refused, std::vector<std::string>{"keyctl"});
  EXPECT_EQ(ledger.filter(2), nullptr);
  const Summary summary = summarize(ledger);
  ASSERT_EQ(summary.filters.size(), 2U);
  EXPECT_EQ(summary.filters[1].condition, 1U);
  EXPECT_FALSE(summary.filters[1].filter.refusals.loaded);
  EXPECT_TRUE(summary_of({}).filters.empty()) << "not readable, so nothing is said";
}

TEST(Summary, TheFilterOfASwallowedConditionIsWithheld) {
  const Summary summary = summarize(ledger_with_filters(dropping_security_opt()));
  ASSERT_EQ(summary.filters.size(), 1U);
  EXPECT_EQ(summary.filters[0].condition, 0U);
}

TEST(Summary, APairThatSeesTheSameOfItselfIsOneRunTwice) {
  // Two values of a variable that the process does not show: each looks right to the engine.
  Experiment experiment = sample_experiment();
  experiment.claims.clear();
  experiment.factors = {{"cpus", {"unpinned", "0-1"}, {}}};
  experiment.contrasts = {{"cpus", "unpinned", "0-1", {"getpid"}, {}, Expect::differ}};
  const Summary summary = summarize(ledger_of({}, 6, make_plan(experiment, std::nullopt, scripted_host(), 1)));
  for (const Attestation& one : summary.attestations) EXPECT_EQ(one.state, Attestation::State::attested) << one.reason;
  EXPECT_EQ(summary.contrasts[0].judgement.verdict, Verdict::swallowed);
  EXPECT_THAT(summary.contrasts[0].judgement.reason, HasSubstr("one run twice"));
  EXPECT_TRUE(summary.operations.empty()) << "and neither level has a number";
  EXPECT_EQ(summary.exit, ExitStatus::not_attested);
}

TEST(Summary, AnEffectThatIsNotThereIsAnotherFindingThanASwallowedFlag) {
  Script script;
  script.costs = [](const std::string& operation, bool) { return operation == "getpid" ? 150.0 : 1.0; };
  const Summary summary = summary_of(script);
  EXPECT_EQ(summary.contrasts[0].judgement.verdict, Verdict::matches);
  EXPECT_FALSE(summary.contrasts[0].as_expected);
  EXPECT_EQ(summary.exit, ExitStatus::expectation_failed);
}

TEST(Summary, FewerThanSixRoundsHaveNoInterval) {
  const Summary summary = summary_of({}, 5);
  EXPECT_FALSE(summary.contrasts[0].difference_ns->interval);
  EXPECT_EQ(summary.contrasts[0].judgement.verdict, Verdict::unresolved);
  EXPECT_EQ(summary.claims[0].verdict, ClaimVerdict::unresolved);
  EXPECT_TRUE(std::isinf(widest_half_width(summary)));
}

TEST(Summary, ANetCostBelowZeroIsNotResolved) {
  Experiment experiment = sample_experiment();
  experiment.claims.resize(1);
  experiment.claims[0].expression = "getpid / (function_call - empty_loop)";
  const Condition filtered{{"seccomp", "default"}, {"cpus", "pinned"}};
  experiment.claims[0].operands["empty_loop"] = {"empty_loop", filtered};
  Script script;
  script.costs = [](const std::string& operation, bool) { return operation == "getpid" ? 150.0 : 1.0; };
  const Plan plan = make_plan(experiment, std::nullopt, scripted_host(), 1);
  const Summary summary = summarize(ledger_of(script, 6, plan));
  EXPECT_EQ(summary.claims[0].verdict, ClaimVerdict::unresolved);
  EXPECT_FALSE(summary.claims[0].value);
  EXPECT_THAT(summary.claims[0].reason, HasSubstr("not resolved"));
}

TEST(Summary, AClaimThatIsFalseFails) {
  Script script;
  script.costs = [](const std::string& operation, bool) { return operation == "function_call" ? 20.0 : 100.0; };
  const Summary summary = summary_of(script);
  EXPECT_EQ(summary.claims[0].verdict, ClaimVerdict::fails);
  EXPECT_EQ(summary.exit, ExitStatus::expectation_failed);
}

TEST(Summary, AClaimThatNeedsASkippedLevelIsSkippedAndChangesNoStatus) {
  const Plan plan = make_plan(sample_experiment(), std::nullopt, host_without_unconfined(), 1);
  const Summary summary = summarize(ledger_of({}, 6, plan));
  EXPECT_EQ(summary.claims[0].verdict, ClaimVerdict::holds);
  EXPECT_EQ(summary.claims[1].verdict, ClaimVerdict::skipped);
  EXPECT_EQ(summary.claims[1].reason, "seccomp unconfined: nobody may leave the filter");
  EXPECT_FALSE(summary.claims[1].value);
  EXPECT_TRUE(summary.contrasts.empty());
  EXPECT_EQ(summary.exit, ExitStatus::success);
}

TEST(Summary, IsAFunctionOfTheFactsInTheJournal) {
  const Ledger ledger = ledger_of({});
  ScriptedRun run;
  run.run(sample_plan());
  Ledger read_back;
  for (const Fact& fact : run.journal.facts) read_back.add(fact_from_json(nlohmann::json::parse(to_json(fact).dump())));
  const Summary one = summarize(ledger);
  const Summary two = summarize(read_back);
  EXPECT_EQ(one.contrasts[0].difference_ns->median, two.contrasts[0].difference_ns->median);
  EXPECT_EQ(one.attestations.size(), two.attestations.size());
}

TEST(Stopping, PrecisionIsAskedForWithoutAPlan) {
  // As the calibration does, whose simulated contrasts belong to no experiment.
  Summary summary;
  ContrastResult result;
  result.judgement.verdict = Verdict::differs;
  result.ratio = Estimate{1.1, Interval{1.05, 1.15}, {1.0, 1.2}, 6};
  summary.contrasts = {result};
  EXPECT_TRUE(is_precise_and_resolved(summary, 0.05));
  EXPECT_FALSE(is_precise_and_resolved(summary, 0.04));
  summary.contrasts.front().judgement.verdict = Verdict::unresolved;
  EXPECT_FALSE(is_precise_and_resolved(summary, 0.05));
}

TEST(Stopping, WhatDecidesIsWhatTheSummarySays) {
  for (const Script& script : {Script{}, dropping_security_opt(), misnaming_function_call()}) {
    const Ledger ledger = ledger_of(script);
    const Summary whole = summarize(ledger);
    const Summary deciding = summarize_for_stopping(ledger);
    ASSERT_EQ(deciding.contrasts.size(), whole.contrasts.size());
    for (std::size_t i = 0; i < whole.contrasts.size(); ++i) {
      EXPECT_EQ(deciding.contrasts[i].judgement.verdict, whole.contrasts[i].judgement.verdict);
    }
    EXPECT_EQ(widest_half_width(deciding), widest_half_width(whole));
  }
}

TEST(Stopping, WithoutContrastsThePrecisionIsThatOfTheOperations) {
  Plan plan = sample_plan();
  plan.contrasts.clear();
  const Ledger ledger = ledger_of({}, 6, plan);
  EXPECT_EQ(summarize_for_stopping(ledger).operations.size(), 6U);
  EXPECT_EQ(widest_half_width(summarize_for_stopping(ledger)), widest_half_width(summarize(ledger)));
  EXPECT_EQ(reason_to_stop(ledger, 6), "precision");
}

TEST(Stopping, EndsAtOnceWhenNothingCanBeLearnt) {
  EXPECT_EQ(reason_to_stop(ledger_of(dropping_security_opt(), 1), 1), "not attested");
  EXPECT_EQ(reason_to_stop(ledger_of({}, 1), 1), std::nullopt);
}

TEST(Stopping, LooksAtPresetRoundsOnly) {
  EXPECT_EQ(reason_to_stop(ledger_of({}, 6), 6), "precision");
  EXPECT_EQ(reason_to_stop(ledger_of({}, 7), 7), std::nullopt);
}

TEST(Stopping, GoesOnWhileAVerdictIsOpen) {
  Script script;
  int calls = 0;
  script.costs = [&calls](const std::string& operation, bool filtered) {
    // From call to call 3 % up and down: the pair neither matches nor differs.
    return (operation == "getpid" ? 150.0 : 1.0) * (filtered && ++calls / 100 % 2 == 0 ? 1.03 : 1.0);
  };
  EXPECT_EQ(reason_to_stop(ledger_of(script, 6), 6), std::nullopt);
}

/// The sample in two groups of default and unconfined, by the value of a variable.
Plan plan_of_two_groups() {
  Experiment experiment = sample_experiment();
  experiment.factors[1] = {"env.X", {"1", "2"}};
  experiment.claims.clear();
  Plan plan = make_plan(experiment, std::nullopt, scripted_host(), 1);
  plan.groups = {{{0, 2}}, {{1, 3}}};
  plan.design.time_budget = std::chrono::seconds(60);
  return plan;
}

/// Two groups with so many rounds each; the filter's cost in group `unsteady` changes from round to round.
Ledger ledger_of_two_groups(const std::vector<int>& rounds, std::size_t unsteady, Script script = {}) {
  ScriptedRun run{ScriptedEngine(std::move(script)), {}, 30, [] { return false; }};
  Plan plan = plan_of_two_groups();
  plan.design.time_budget.reset();
  run.run(plan);
  Ledger ledger;
  for (Fact fact : run.journal.facts) {
    if (auto* started = std::get_if<RunStarted>(&fact)) started->plan = plan_of_two_groups();
    const auto* round = std::get_if<RoundFinished>(&fact);
    if (round != nullptr && round->round > rounds.at(round->group)) continue;
    auto* turn = std::get_if<Turn>(&fact);
    if (turn != nullptr && turn->group == unsteady) {
      for (Batch& batch : turn->batches) batch.elapsed_ns += batch.slot == 0 ? batch.elapsed_ns * turn->round / 50 : 0;
    }
    ledger.add(fact);
  }
  return ledger;
}

TEST(Stopping, TimeGoesToTheGroupWithTheWidestContrast) {
  EXPECT_EQ(next_look(ledger_of_two_groups({6, 6}, 0)), (NextLook{0, 9}));
  EXPECT_EQ(next_look(ledger_of_two_groups({6, 6}, 1)), (NextLook{1, 9}));
  EXPECT_EQ(next_look(ledger_of_two_groups({6, 9}, 1)), (NextLook{1, 13}));
}

TEST(Stopping, AGroupThatIsOnItsWayToALookGoesOn) {
  EXPECT_EQ(next_look(ledger_of_two_groups({7, 6}, 1)), (NextLook{0, 9}))
      << "which it is may not depend on the numbers";
}

TEST(Stopping, AGroupBehindItsLastLookIsDone) {
  EXPECT_EQ(next_look(ledger_of_two_groups({6, 30}, 1)), std::nullopt) << "the other one is as narrow as can be";
  EXPECT_EQ(next_look(ledger_of_two_groups({30, 19}, 1)), (NextLook{1, 30}));
}

TEST(Stopping, WhatIsWithheldGetsNoTime) {
  EXPECT_EQ(next_look(ledger_of_two_groups({6, 6}, 1, dropping_security_opt())), std::nullopt);
}

TEST(Stopping, PrecisionDoesNotEndARunWithATimeBudget) {
  Plan plan = sample_plan();
  plan.design.time_budget = std::chrono::seconds(60);
  EXPECT_EQ(reason_to_stop(ledger_of({}, 6, plan), 6), std::nullopt);
  EXPECT_EQ(reason_to_stop(ledger_of({}, 30, plan), 30), "last look");
  EXPECT_EQ(reason_to_stop(ledger_of(dropping_security_opt(), 1, plan), 1), "not attested");
}

TEST(Precision, SaysWhatIsReachedAndWhatMoreWouldTake) {
  const Precision wide = summarize(ledger_of_two_groups({6, 6}, 1)).precision;
  ASSERT_TRUE(wide.reached);
  EXPECT_GT(*wide.reached, wide.wanted);
  EXPECT_THAT(wide.widest, HasSubstr(", seccomp default | unconfined at env.X 2"));
  EXPECT_EQ(wide.rounds_needed, static_cast<int>(std::ceil(6 * std::pow(*wide.reached / wide.wanted, 2))));
  EXPECT_GT(wide.seconds_needed, 0);
}

TEST(Precision, OneThatIsReachedNeedsNothing) {
  const Precision precision = summary_of({}).precision;
  EXPECT_EQ(precision.reached, 0.0) << "the scripted machine knows no disturbance";
  EXPECT_EQ(precision.rounds_needed, 0);
}

TEST(Precision, WithoutAnIntervalTheFirstOneIsWhatIsNeeded) {
  const Precision precision = summary_of({}, 3).precision;
  EXPECT_FALSE(precision.reached);
  EXPECT_EQ(precision.rounds_needed, 6);
}

TEST(Precision, WhatIsWithheldHasNone) {
  EXPECT_EQ(summary_of(dropping_security_opt()).precision.widest, "");
}

}  // namespace
}  // namespace orchestrate
