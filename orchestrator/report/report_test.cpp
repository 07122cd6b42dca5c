#include "report/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
  EXPECT_EQ(json.at("operations").at(0).at("condition").at("seccomp"), "default");
  EXPECT_EQ(json.at("attestations").at(0).at("attested"), true);
  EXPECT_EQ(json.at("containers").at("left_behind"), 0);
  EXPECT_EQ(json.at("twin").size(), 3U);
}

TEST(Report, ASwallowedContrastHasNoNumberAnywhere) {
  const Summary summary = summary_of(dropping_security_opt());
  const auto json = summary_json(summary);
  for (const auto& contrast : json.at("contrasts")) {
    EXPECT_EQ(contrast.at("verdict"), "swallowed");
    EXPECT_FALSE(contrast.contains("difference_ns"));
    EXPECT_FALSE(contrast.contains("ratio"));
  }
  for (const auto& operation : json.at("operations")) EXPECT_EQ(operation.at("condition").at("seccomp"), "default");
  const std::string text = terminal_report(summary, false);
  EXPECT_THAT(text, HasSubstr("withheld"));
  EXPECT_THAT(text, HasSubstr("The two runs may be the same run"));
  EXPECT_THAT(text, HasSubstr("seccomp unconfined was declared"));
  EXPECT_THAT(text, Not(HasSubstr("140.0"))) << "what the dropped level would have cost";
  EXPECT_THAT(text, Not(HasSubstr("1.286"))) << "the ratio";
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

TEST(Report, NothingFromOutsideReachesTheTerminalUnescaped) {
  EXPECT_EQ(terminal_report(summary_of({}), false).find('\x1b'), std::string::npos);
}

TEST(Report, CommandsAreQuotedForAShell) {
  const std::string script = commands_script(summary_of({}));
  EXPECT_THAT(script, HasSubstr("--security-opt seccomp=unconfined --cpuset-cpus 1"));
  EXPECT_THAT(script, HasSubstr("# seccomp unconfined, cpus pinned"));
}

}  // namespace
}  // namespace orchestrate
