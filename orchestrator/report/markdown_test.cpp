#include "report/markdown.hpp"

#include <gtest/gtest.h>

namespace orchestrate {
namespace {

TEST(Markdown, NothingInATextIsMarkup) {
  EXPECT_EQ(in_markdown("a|b"), "a\\|b");
  EXPECT_EQ(in_markdown("<img onerror=x>"), "&lt;img onerror=x\\>");
  EXPECT_EQ(in_markdown("*a* [b](c) `d` &lt;"), "\\*a\\* \\[b\\](c) \\`d\\` &amp;lt;");
  EXPECT_EQ(in_markdown("plain, 9.32 ns (1 %)"), "plain, 9.32 ns (1 %)");
  EXPECT_EQ(in_markdown("a\nb").find('\n'), std::string::npos);
}

TEST(Markdown, ATableHasARowALine) {
  EXPECT_EQ(markdown_table({"a", "b"}, {{"1", "2"}, {"3", "4"}}), "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n");
}

}  // namespace
}  // namespace orchestrate
