#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/report.hpp"
#include "runner/scripted_run.hpp"

namespace orchestrate {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Summary summary_of_run(Script script, const Plan& plan = sample_plan()) {
  ScriptedRun run{ScriptedEngine(std::move(script)), {}, 6, [] { return false; }};
  run.run(plan);
  Ledger ledger;
  for (const Fact& fact : run.journal.facts) ledger.add(fact);
  return summarize(ledger);
}

TEST(MarkdownReport, SaysTheVerdictFirstAndTheNumbersWithTheirIntervals) {
  const std::string text = markdown_report(summary_of_run({}));
  EXPECT_LT(text.find("**everything expected was found**"), text.find("\n## "));
  EXPECT_THAT(text,
              HasSubstr("| getpid | 1 | 180.0 [180.0, 180.0] | 140.0 [140.0, 140.0] | 40.0 [40.0, 40.0] | 1.286 |"));
  EXPECT_THAT(text, HasSubstr("| differs |"));
  EXPECT_THAT(text, HasSubstr("attested in 12 containers"));
  EXPECT_THAT(text, HasSubstr("Two identical containers differ by"));
  EXPECT_THAT(text, HasSubstr("## Statistics"));
  EXPECT_THAT(text, HasSubstr("| getpid default - unconfined at cpus pinned | 0.047 | 0.094 | 1.80 | 1 |"));
}

TEST(MarkdownReport, ASwallowedRunHasNoNumberOfWhatIsWithheld) {
  const std::string text = markdown_report(summary_of_run(dropping_security_opt()));
  EXPECT_THAT(text, HasSubstr("**withheld**"));
  EXPECT_THAT(text, HasSubstr("**SWALLOWED**"));
  EXPECT_THAT(text, HasSubstr("The two runs may be the same run"));
  EXPECT_THAT(text, Not(HasSubstr("140.0"))) << "what the dropped level would have cost";
  EXPECT_THAT(text, Not(HasSubstr("1.286"))) << "the ratio";
  EXPECT_THAT(text, Not(HasSubstr("p of equivalence |"))) << "the tests";
}

TEST(MarkdownReport, TextFromOutsideIsNoMarkup) {
  Experiment experiment = sample_experiment();
  experiment.question = "<img src=x onerror=alert(1)> | [a](b) `c`\x1b[31m";
  const std::string text = markdown_report(summary_of_run({}, make_plan(experiment, std::nullopt, scripted_host(), 1)));
  EXPECT_THAT(text, HasSubstr("&lt;img src=x onerror=alert(1)\\> \\| \\[a\\](b) \\`c\\`\\\\x1b\\[31m"));
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace orchestrate
