#include "support/whole_number.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace orchestrate {
namespace {

using nlohmann::json;

TEST(WholeNumber, IsTakenUpToTheEndsOfItsRange) {
  EXPECT_EQ(whole_number<int>(json(-1)), -1);
  EXPECT_EQ(whole_number<int>(json::parse("2147483647")), 2147483647);
  EXPECT_EQ(whole_number<std::uint64_t>(json::parse("18446744073709551615")), 18446744073709551615U);
  EXPECT_EQ(whole_number<std::int64_t>(json::parse("-9223372036854775808")), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(whole_numbers<int>(json{1, 2}), (std::vector<int>{1, 2}));
}

TEST(WholeNumber, BeyondItAndAnythingElseIsRefused) {
  for (const char* text :
       {"2147483648", "-2147483649", "18446744073709551616", "1e30", "1.0", "null", "\"1\"", "true"}) {
    EXPECT_THROW(whole_number<int>(json::parse(text)), std::runtime_error) << text;
  }
  EXPECT_THROW(whole_number<std::size_t>(json(-1)), std::runtime_error);
  EXPECT_THROW(whole_number<std::int64_t>(json::parse("9223372036854775808")), std::runtime_error);
  EXPECT_THROW(whole_numbers<int>(json{1, 1e30}), std::runtime_error);
}

}  // namespace
}  // namespace orchestrate
