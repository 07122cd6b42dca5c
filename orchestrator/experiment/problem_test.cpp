#include "experiment/problem.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/failure.hpp"

namespace orchestrate {
namespace {

std::string refused(const std::vector<Problem>& problems) {
  try {
    refuse("a\x1b.yaml", problems);
  } catch (const UsageFailure& failure) {
    return failure.what();
  }
}

TEST(Problem, IsPrintedInTheOrderOfTheFileWithItsNameEscaped) {
  EXPECT_EQ(refused({{{2, 1}, "b"}, {{1, 7}, "a"}}), "a\\x1b.yaml:1:7: a\na\\x1b.yaml:2:1: b");
}

TEST(Problem, OnlyTheFirstTenArePrinted) {
  const std::string text = refused(std::vector<Problem>(1'000, Problem{{1, 1}, "x"}));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 10);
  EXPECT_TRUE(text.ends_with("there may be more"));
}

TEST(Problem, CollectingStopsWhenThereAreEnough) {
  std::vector<Problem> problems;
  for (int i = 0; i < 1'000; ++i) collect(problems, [] { throw Refusal({1, 1}, "x"); });
  EXPECT_EQ(problems.size(), most_problems);
}

TEST(Problem, TextFromAFileIsShownEscapedAndCutBetweenCharacters) {
  EXPECT_EQ(shown("\x1b[31m"), "\\x1b[31m");
  const std::string all_but_one(79, 'a');
  EXPECT_EQ(shown(fmt::format("{}é and more", all_but_one)), fmt::format("{}…", all_but_one));
  EXPECT_EQ(shown(std::vector<std::string>{"a", ""}), "a, \"\"");
}

TEST(Problem, CountsInWords) {
  EXPECT_EQ(in_words(2), "two");
  EXPECT_EQ(in_words(11), "11");
}

}  // namespace
}  // namespace orchestrate
