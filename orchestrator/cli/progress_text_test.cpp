#include "cli/progress_text.hpp"

#include <gtest/gtest.h>

#include "plan/sample_plan.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

Plan plan_with(std::vector<int> looks) {
  Plan plan = sample_plan();
  plan.looks = std::move(looks);
  plan.design.precision = 0.01;
  return plan;
}

TEST(ProgressText, SaysWhatRunsHowFarItIsAndHowTheIntervalNarrows) {
  const Plan plan = plan_with({6, 9, 13});
  EXPECT_EQ(progress_line(plan, {1.5, 0, 3, std::nullopt, std::nullopt}, false),
            "sample  round 2 of 6 to 13  [#####---------------]  ETA 0:09");
  EXPECT_EQ(progress_line(plan, {6.5, 0, 65, 0.0115, 0.031}, false),
            "sample  round 7 of 6 to 13  [##############------]  ETA 0:25  ±3.10 % → ±1.15 %, wanted ±1.00 %");
  EXPECT_EQ(progress_line(plan_with({6}), {0, 0, 0, std::nullopt, std::nullopt}, false),
            "sample  round 1 of 6  [--------------------]");
}

TEST(ProgressText, AResumedRunIsTimedByItsOwnRounds) {
  const Plan plan = plan_with({6});
  EXPECT_NE(progress_line(plan, {4, 2, 10, std::nullopt, std::nullopt}, false).find("ETA 0:10"), std::string::npos)
      << "two rounds took ten seconds, and two are left";
}

TEST(ProgressText, TheEndIsWhereTheIntervalWillBeNarrowEnough) {
  const Plan plan = plan_with({6, 9, 13, 30});
  EXPECT_EQ(likely_end(plan, 2, std::nullopt), 6);
  EXPECT_EQ(likely_end(plan, 6.1, 0.012), 9) << "6 · 1.2² is 8.64";
  EXPECT_EQ(likely_end(plan, 6.1, 0.014), 13) << "6 · 1.4² is 11.76";
  EXPECT_EQ(likely_end(plan, 6.1, 0.5), 30);
  EXPECT_EQ(likely_end(plan, 6.1, 0.001), 9) << "narrow enough, but not every verdict is known";
  EXPECT_EQ(likely_end(plan, 30, 0.5), 30);
}

TEST(ProgressText, FitsTheTerminalAndItsLetters) {
  const Plan plan = plan_with({6, 9, 13});
  for (std::size_t width = 20; width < 120; ++width) {
    const std::string line = progress_line(plan, {6.5, 0, 65, 0.0115, 0.031}, Paper(false, width, true));
    EXPECT_LT(display_width(line), width);
    EXPECT_EQ(line.find("±"), std::string::npos);
    EXPECT_TRUE(line.starts_with("sample")) << line;
  }
}

}  // namespace
}  // namespace orchestrate
