#include "nearest.hpp"

#include <gtest/gtest.h>

namespace probe {
namespace {

TEST(ProbeNearest, TakesTheFewestChanges) {
  const std::vector<std::string> names = {"getpid", "getpid_syscall", "read_byte"};
  EXPECT_EQ(nearest("getpd", names), "getpid");
  EXPECT_EQ(nearest("getpidsyscall", names), "getpid_syscall");
  EXPECT_EQ(nearest("read_bite", names), "read_byte");
}

TEST(ProbeNearest, OfEqualsTakesTheFirst) {
  EXPECT_EQ(nearest("", {"b", "a"}), "b");
}

}  // namespace
}  // namespace probe
