#include "cli/terminal.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>

namespace orchestrate {
namespace {

/// Sets a variable of the environment for the life of the object.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    ::setenv(name, value, 1);
  }
  ~Variable() { before_ ? ::setenv(name_, before_->c_str(), 1) : ::unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  Variable(Variable&&) = delete;
  Variable& operator=(Variable&&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

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
