#include "report/table.hpp"

#include <gtest/gtest.h>

namespace orchestrate {
namespace {

Table sample() {
  return {{Align::left, Align::right, Align::left},
          {{"operation", ""}, {"ns", ""}, {"verdict", ""}},
          {{{"getpid", ""}, {"179.1", ""}, {"differs", "32"}}, {{"µs", ""}, {"0.3", ""}, {"", ""}}}};
}

TEST(Table, AlignsByDisplayWidthWithoutTrailingBlanks) {
  EXPECT_EQ(to_text(sample(), false),
            "  operation     ns  verdict\n"
            "  getpid     179.1  differs\n"
            "  µs           0.3\n");
}

TEST(Table, ColoursOnlyWhenAsked) {
  EXPECT_EQ(to_text(sample(), false).find('\x1b'), std::string::npos);
  EXPECT_NE(to_text(sample(), true).find("\x1b[32mdiffers\x1b[0m"), std::string::npos);
}

TEST(Table, EscapesWhatCameFromOutside) {
  Table table = sample();
  table.rows[0][0].text = "\x1b[31mred";
  EXPECT_EQ(to_text(table, false).find('\x1b'), std::string::npos);
}

TEST(Table, OnNarrowPaperTheWordsOfTheLastColumnAreWrapped) {
  Table table = sample();
  table.rows[0][2].text = "differs, not as expected; a wake-up across CPUs";
  EXPECT_EQ(to_text(table, Paper(false, 46, false)),
            "  operation     ns  verdict\n"
            "  getpid     179.1  differs, not as expected;\n"
            "                      a wake-up across CPUs\n"
            "  µs           0.3\n");
}

TEST(Table, OnPaperTooNarrowForThatEachRowIsABlock) {
  Table table = sample();
  table.rows[0][2].text = "differs, not as expected";
  EXPECT_EQ(to_text(table, Paper(false, 30, false)),
            "  getpid\n"
            "    ns       179.1\n"
            "    verdict  differs, not as\n"
            "      expected\n"
            "  µs\n"
            "    ns       0.3\n");
}

TEST(Table, NoLineIsWiderThanThePaper) {
  Table table = sample();
  table.rows[0][2].text = "differs, not as expected; a wake-up across CPUs";
  for (std::size_t width = 24; width < 90; ++width) {
    const std::string text = to_text(table, Paper(false, width, false));
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = text.find('\n', begin);
      EXPECT_LE(end - begin, width + 1) << text;  // µ is two bytes
      begin = end + 1;
    }
    for (const char* word : {"getpid", "179.1", "wake-up", "CPUs", "0.3"}) {
      EXPECT_NE(text.find(word), std::string::npos) << word << " at " << width;
    }
  }
}

TEST(Table, OnAsciiItStaysAligned) {
  EXPECT_EQ(to_text(sample(), Paper(false, 80, true)),
            "  operation     ns  verdict\n"
            "  getpid     179.1  differs\n"
            "  us           0.3\n");
}

}  // namespace
}  // namespace orchestrate
