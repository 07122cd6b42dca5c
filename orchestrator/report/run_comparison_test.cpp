#include "report/run_comparison.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace orchestrate {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

OperationChange change_to(Change change, double shift_ns) {
  OperationChange one;
  one.operation = "getpid";
  one.condition = {{"seccomp", "default"}};
  one.before_ns.median = 180;
  one.after_ns.median = 180 + shift_ns;
  one.shift_ns = {shift_ns, Interval{shift_ns - 1, shift_ns + 1}, 0.01};
  one.ratio = 1 + shift_ns / 180;
  one.change = change;
  return one;
}

std::string text_of(const RunComparison& comparison) {
  return run_comparison_text(comparison, "before", "after", false);
}

TEST(RunComparisonText, TellsTheDifferencesOfTheRunsFirst) {
  RunComparison comparison;
  comparison.tolerance = 0.05;
  comparison.differences = {{"kernel", "6.1", "6.2"}, {"mitigation tsa", "", "Vulnerable"}};
  comparison.operations = {change_to(Change::same, 0)};
  const std::string text = text_of(comparison);
  EXPECT_LT(text.find("kernel"), text.find("getpid"));
  EXPECT_THAT(text, HasSubstr("(none)"));
  EXPECT_THAT(text, HasSubstr("no regression beyond 5 % was found"));
  EXPECT_THAT(text, Not(HasSubstr("unresolved")));
}

TEST(RunComparisonText, CountsWhatBecameSlower) {
  RunComparison comparison;
  comparison.tolerance = 0.025;
  comparison.operations = {change_to(Change::slower, 18), change_to(Change::unresolved, 3)};
  const std::string text = text_of(comparison);
  EXPECT_THAT(text, HasSubstr("1 operation slower by more than 2.5 % (exit status 1)"));
  EXPECT_THAT(text, HasSubstr("18.0 [17.0, 19.0]"));
  EXPECT_THAT(text, HasSubstr("1 of 2 are unresolved"));
  EXPECT_THAT(text, HasSubstr("differ in nothing"));
}

TEST(RunComparisonText, SaysThatTheMachineItselfRanOtherwise) {
  RunComparison comparison;
  comparison.operations = {change_to(Change::slower, 18)};
  comparison.machine_ratio = 1.01;
  EXPECT_THAT(text_of(comparison), Not(HasSubstr("the machine itself")));
  comparison.machine_ratio = 1.12;
  EXPECT_THAT(text_of(comparison), HasSubstr("the machine itself took 12 % longer in the second run"));
}

TEST(RunComparisonText, SaysWhatCouldNotBeCompared) {
  RunComparison comparison;
  comparison.operations = {change_to(Change::same, 0)};
  comparison.not_compared = {{"getpid", {{"seccomp", "unconfined"}}, "withheld in the \x1b second run"}};
  comparison.exit = ExitStatus::not_attested;
  const std::string text = text_of(comparison);
  EXPECT_THAT(text, HasSubstr("not compared: getpid at seccomp unconfined"));
  EXPECT_THAT(text, HasSubstr("1 operation could not be compared (exit status 3)"));
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  comparison.operations.clear();
  EXPECT_THAT(text_of(comparison), HasSubstr("nothing could be compared"));
  EXPECT_THAT(text_of(comparison), Not(HasSubstr("no regression")));
}

TEST(RunComparisonJson, HoldsWhatWasComparedAndWhatWasNot) {
  RunComparison comparison;
  comparison.tolerance = 0.05;
  comparison.differences = {{"kernel", "6.1", "6.2"}, {"mitigation tsa", "", "Vulnerable"}};
  comparison.operations = {change_to(Change::slower, 18)};
  comparison.operations[0].p_holm = 0.02;
  comparison.not_compared = {{"getpid", {{"seccomp", "unconfined"}}, "withheld"}};
  comparison.exit = ExitStatus::not_attested;
  const auto json = run_comparison_json(comparison, "a", "b");
  EXPECT_EQ(json.at("schema"), "orchestrate-comparison/1");
  EXPECT_EQ(json.at("exit"), 3);
  EXPECT_EQ(json.at("differences").at(0).at("after"), "6.2");
  EXPECT_FALSE(json.at("differences").at(1).contains("before")) << "there was none";
  const auto& row = json.at("operations").at(0);
  EXPECT_EQ(row.at("change"), "slower");
  EXPECT_EQ(row.at("condition").at("seccomp"), "default");
  EXPECT_EQ(row.at("difference_ns").at("low"), 17);
  EXPECT_EQ(row.at("p"), 0.01);
  EXPECT_EQ(row.at("p_holm"), 0.02);
  EXPECT_FALSE(row.at("ratio").contains("low")) << "no interval, no key";
  EXPECT_EQ(json.at("not_compared").at(0).at("reason"), "withheld");
  EXPECT_FALSE(json.contains("machine_ratio"));
}

}  // namespace
}  // namespace orchestrate
