#include "support/nesting.hpp"

#include <gtest/gtest.h>

#include <string>

namespace orchestrate {
namespace {

TEST(Nesting, CountsListsAndObjectsThatAreOpen) {
  EXPECT_FALSE(nested_deeper_than(2, R"({"a":[1],"b":[2],"c":{}})"));
  EXPECT_TRUE(nested_deeper_than(2, R"({"a":[[]]})"));
  EXPECT_TRUE(nested_deeper_than(2, R"([{"a":{)"));
  EXPECT_FALSE(nested_deeper_than(0, ""));
}

TEST(Nesting, DoesNotCountWhatIsText) {
  EXPECT_FALSE(nested_deeper_than(1, R"(["[[[{{{"])"));
  EXPECT_FALSE(nested_deeper_than(1, R"(["\"[[[", "\\"])"));
  EXPECT_TRUE(nested_deeper_than(1, R"(["\\", [1]])"));
}

TEST(Nesting, OfMillionsIsFoundWithoutRecursion) {
  EXPECT_TRUE(nested_deeper_than(1000, std::string(4'000'000, '[')));
}

}  // namespace
}  // namespace orchestrate
