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

}  // namespace
}  // namespace orchestrate
