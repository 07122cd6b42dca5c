#include "support/terminal_text.hpp"

#include <gtest/gtest.h>

namespace orchestrate {
namespace {

TEST(TerminalText, LinesStayLinesAndAllElseIsEscaped) {
  EXPECT_EQ(escaped_lines("a\x1b[31m\nb\r\n\nc"), "a\\x1b[31m\nb\\x0d\n\nc");
  EXPECT_EQ(escaped_lines("a\n"), "a\n");
  EXPECT_EQ(escaped_lines(""), "");
}

TEST(TerminalText, ALetterThatIsCutInTwoIsShownWhole) {
  const std::string text = "µs \xe2\x80\xae 😀\n";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    EscapedPieces pieces;
    const std::string first = pieces.next(text.substr(0, cut));
    EXPECT_EQ(first + pieces.next(text.substr(cut)), "µs \\u{202e} 😀\n") << cut;
  }
}

TEST(TerminalText, WhatOnlyLooksLikeABegunLetterIsNotHeldBackForEver) {
  EscapedPieces pieces;
  EXPECT_EQ(pieces.next("a\xc3"), "a");
  EXPECT_EQ(pieces.next("b"), "\\xc3b");
  EXPECT_EQ(pieces.next("\x80\x80\x80\x80"), "\\x80\\x80\\x80\\x80");
  EXPECT_EQ(pieces.next("\x1b]0;title\x07"), "\\x1b]0;title\\x07");
}

}  // namespace
}  // namespace orchestrate
