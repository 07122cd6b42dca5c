#include "experiment/source.hpp"

#include <gtest/gtest.h>

#include "experiment/problem.hpp"

namespace orchestrate {
namespace {

Problem problem_of_bytes(std::string_view bytes) {
  try {
    Source source(bytes);
  } catch (const Refusal& refusal) {
    return refusal.problem();
  }
  return {};
}

TEST(Source, ByteOrderMarkAndLineEndsMakeNoDifference) {
  EXPECT_EQ(Source("\xEF\xBB\xBF"
                   "a\r\nb\rc\n")
                .text(),
            "a\nb\nc\n");
}

TEST(Source, CountsLinesAndCharacters) {
  const Source source("ab\nöx\n");
  EXPECT_EQ(source.position(0), (Position{1, 1}));
  EXPECT_EQ(source.position(2), (Position{1, 3}));
  EXPECT_EQ(source.position(3), (Position{2, 1}));
  EXPECT_EQ(source.position(5), (Position{2, 2})) << "ö has two bytes";
  EXPECT_EQ(source.position(1'000), (Position{3, 1}));
  EXPECT_EQ(source.line_at(5), "öx");
}

TEST(Source, RefusesWhatIsNotUtf8) {
  const Problem problem = problem_of_bytes("a: ö\nb: \xF6\n");
  EXPECT_EQ(problem.position, (Position{2, 4}));
  EXPECT_EQ(problem.text, "byte \\xf6 is not UTF-8; save the file as UTF-8");
}

TEST(Source, RefusesNulAndControlCharacters) {
  EXPECT_EQ(problem_of_bytes(std::string_view("a\0b", 3)).position, (Position{1, 2}));
  EXPECT_NE(problem_of_bytes(std::string_view("a\0b", 3)).text.find("NUL"), std::string::npos);
  EXPECT_EQ(problem_of_bytes("a\n\x1b[31m").position, (Position{2, 1}));
  EXPECT_NE(problem_of_bytes("a\n\x1b[31m").text.find("control character \\x1b"), std::string::npos);
  // yaml-cpp takes this one for the end of the file.
  EXPECT_NE(problem_of_bytes("a\x04").text.find("control character \\x04"), std::string::npos);
  EXPECT_NE(problem_of_bytes("a\x7F").text.find("control character \\x7f"), std::string::npos);
  EXPECT_EQ(problem_of_bytes("a\tb").text, "") << "a tab is allowed within a line";
}

}  // namespace
}  // namespace orchestrate
