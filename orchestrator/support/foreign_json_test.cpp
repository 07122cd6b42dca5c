#include "support/foreign_json.hpp"

#include <gtest/gtest.h>

namespace orchestrate {
namespace {

TEST(ForeignJson, IsReadWhereItIsJson) {
  EXPECT_EQ(parse_foreign("[1]"), nlohmann::json{1});
  for (const char* text : {"", "[", "{\"a\":}", "\xff", "[1] more"}) EXPECT_TRUE(parse_foreign(text).is_discarded());
}

TEST(ForeignJson, ThatIsNestedTooDeepIsNotRead) {
  EXPECT_FALSE(parse_foreign(std::string(64, '[') + std::string(64, ']')).is_discarded());
  EXPECT_TRUE(parse_foreign(std::string(65, '[') + std::string(65, ']')).is_discarded());
  EXPECT_TRUE(parse_foreign(std::string(1'000'000, '[')).is_discarded());
}

}  // namespace
}  // namespace orchestrate
