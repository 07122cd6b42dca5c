#include "support/text.hpp"

#include <gtest/gtest.h>

namespace orchestrate {
namespace {

TEST(Text, EscapesWhatActsOnATerminal) {
  EXPECT_EQ(escaped("\x1b[31mred\a"), "\\x1b[31mred\\x07");
  EXPECT_EQ(escaped("a\nb\tc"), "a\\nb\\tc");
  EXPECT_EQ(escaped("\xE2\x80\xAEright to left"), "\\u{202e}right to left");
  EXPECT_EQ(escaped("br\xF6t"), "br\\xf6t");
  EXPECT_EQ(escaped(std::string_view("\0", 1)), "\\x00");
}

TEST(Text, LeavesOrdinaryTextAlone) {
  EXPECT_EQ(escaped("Giá của syscall: 100 µs"), "Giá của syscall: 100 µs");
}

TEST(Text, FindsTheFirstByteThatIsNotUtf8) {
  EXPECT_EQ(first_not_utf8("abc\xF6"), 3U);
  EXPECT_EQ(first_not_utf8("\xC0\x80"), 0U) << "overlong";
  EXPECT_EQ(first_not_utf8("\xED\xA0\x80"), 0U) << "surrogate";
  EXPECT_EQ(first_not_utf8("Giá"), std::string_view::npos);
}

TEST(Text, SuggestsOnlyWhatATypingMistakeExplains) {
  EXPECT_EQ(nearest("getpd", {"getpid", "empty_loop"}), "getpid");
  EXPECT_EQ(nearest("desing", {"design", "claims"}), "design");
  EXPECT_EQ(nearest("Unconfined", {"default", "unconfined"}), "unconfined");
  EXPECT_EQ(nearest("quite_other", {"getpid", "empty_loop"}), std::nullopt);
}

TEST(Text, CountsInTheRightNumber) {
  EXPECT_EQ(counted(1, "round"), "1 round");
  EXPECT_EQ(counted(0, "round"), "0 rounds");
  EXPECT_EQ(counted(6, "round"), "6 rounds");
}

TEST(Text, ReplacesEveryPiece) {
  EXPECT_EQ(replaced("a\nb\n", "\n", "\n  "), "a\n  b\n  ");
  EXPECT_EQ(replaced("aaa", "aa", "b"), "ba");
  EXPECT_EQ(replaced("", "a", "b"), "");
}

TEST(Text, QuotesForAShell) {
  EXPECT_EQ(shell_quoted({"docker", "run", "-e", "X=a b", "it's", ""}), "docker run -e 'X=a b' 'it'\\''s' ''");
}

TEST(Text, CountsColumns) {
  EXPECT_EQ(display_width("µs"), 2U);
  EXPECT_EQ(display_width("漢字"), 4U);
}

}  // namespace
}  // namespace orchestrate
