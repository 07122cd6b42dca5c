#include "report/paper.hpp"

#include <gtest/gtest.h>

namespace orchestrate {
namespace {

constexpr std::size_t endless = std::numeric_limits<std::size_t>::max();

TEST(Paper, OnAsciiEverySignHasALikeness) {
  const Paper ascii(false, endless, true);
  EXPECT_EQ(lettered("a, b, … ±0.5 µs", ascii), "a, b, ... +-0.5 us");
  EXPECT_EQ(lettered("Größe 漢 😀", ascii), "Gr\\u{f6}\\u{df}e \\u{6f22} \\u{1f600}");
  EXPECT_EQ(lettered("Größe …", Paper(false)), "Größe …");
}

TEST(Paper, BreaksLongLinesAtBlanksWithAHangingIndent) {
  const Paper narrow(false, 20, false);
  EXPECT_EQ(wrapped("  the quick brown fox jumps\nshort\n", narrow), "  the quick brown\n    fox jumps\nshort\n");
  EXPECT_EQ(wrapped("  a /path/that/is/longer/than/the/paper b\n", narrow),
            "  a\n    /path/that/is/longer/than/the/paper\n    b\n");
}

TEST(Paper, LeavesLinesThatFitAsTheyAre) {
  const std::string text = "  a   b      c\n\n  d";
  EXPECT_EQ(wrapped(text, Paper(false, 14, false)), text);
  EXPECT_EQ(wrapped(text, Paper(false)), text);
}

TEST(Paper, ColoursTakeNoWidth) {
  const std::string text = "\x1b[31;1mwithheld:\x1b[0m getpid";
  EXPECT_EQ(wrapped(text, Paper(true, 16, false)), text);
  EXPECT_EQ(wrapped(text, Paper(true, 15, false)), "\x1b[31;1mwithheld:\x1b[0m\n  getpid");
}

}  // namespace
}  // namespace orchestrate
