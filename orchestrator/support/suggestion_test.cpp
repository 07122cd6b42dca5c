#include "support/suggestion.hpp"

#include <gtest/gtest.h>

#include "support/text.hpp"

namespace orchestrate {
namespace {

TEST(Suggestion, StandsBeforeAListAndInPlaceOfALongOne) {
  EXPECT_EQ(suggestion("getpd", {"getpid", "empty_loop"}, "allowed: getpid, empty_loop"),
            ". Did you mean getpid? (allowed: getpid, empty_loop)");
  EXPECT_EQ(suggestion("quite_other", {"getpid", "empty_loop"}, "allowed: getpid, empty_loop"),
            "; allowed: getpid, empty_loop.");
  std::vector<std::string> many(20, "other");
  many.emplace_back("getpid");
  EXPECT_EQ(suggestion("getpd", many, "allowed: " + joined(many)), ". Did you mean getpid?");
}

}  // namespace
}  // namespace orchestrate
