#include "cli/terminal.hpp"

#include <gtest/gtest.h>

#include "support/testing.hpp"

namespace orchestrate {
namespace {

using testing::Variable;

TEST(Terminal, TheLocaleDecidesAboutLetters) {
  {
    const Variable variable("LC_ALL", "C");
    EXPECT_TRUE(paper_of_output().ascii);
  }
  {
    const Variable variable("LC_ALL", "C.UTF-8");
    EXPECT_FALSE(paper_of_output().ascii);
  }
  const Variable all("LC_ALL", "");
  const Variable letters("LC_CTYPE", "");
  const Variable language("LANG", "xx_XX.utf8");
  EXPECT_FALSE(paper_of_output().ascii) << "a locale that is not installed";
}

TEST(Terminal, ALocaleIsNamedForItsLetters) {
  EXPECT_TRUE(names_utf8("de_DE.UTF-8"));
  EXPECT_TRUE(names_utf8("C.utf8"));
  EXPECT_TRUE(names_utf8("en_US.UTF-8@euro"));
  EXPECT_FALSE(names_utf8("de_DE.ISO-8859-1"));
  EXPECT_FALSE(names_utf8("POSIX"));
  EXPECT_FALSE(names_utf8(""));
}

}  // namespace
}  // namespace orchestrate
