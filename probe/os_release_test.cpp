#include "os_release.hpp"

#include <gtest/gtest.h>

namespace probe {
namespace {

TEST(ProbeOsRelease, TheNameIsFoundAmongOtherKeys) {
  EXPECT_EQ(pretty_name("PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nNAME=\"Debian GNU/Linux\"\n"),
            "Debian GNU/Linux 12 (bookworm)");
  EXPECT_EQ(pretty_name("NAME=Fedora\n# PRETTY_NAME=no\nPRETTY_NAME='Fedora 40'"), "Fedora 40");
}

TEST(ProbeOsRelease, ItIsReadAsAShellWould) {
  EXPECT_EQ(pretty_name("PRETTY_NAME=Plain \n"), "Plain");
  EXPECT_EQ(pretty_name("PRETTY_NAME=\"a \\\"b\\\" \\$c \\\\\"\n"), "a \"b\" $c \\");
  EXPECT_EQ(pretty_name("PRETTY_NAME='a\\b'\n"), "a\\b");
  EXPECT_EQ(pretty_name("PRETTY_NAME=first\nPRETTY_NAME=last\n"), "last");
  EXPECT_EQ(pretty_name("PRETTY_NAME=\"unfinished\\"), "unfinished\\");
}

TEST(ProbeOsRelease, ThereMayBeNone) {
  EXPECT_EQ(pretty_name(""), "");
  EXPECT_EQ(pretty_name("NAME=x\n"), "");
  EXPECT_EQ(pretty_name("PRETTY_NAME=\n"), "");
  EXPECT_EQ(pretty_name("PRETTY_NAME=\"\"\n"), "");
}

}  // namespace
}  // namespace probe
