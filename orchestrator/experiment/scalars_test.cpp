#include "experiment/scalars.hpp"

#include <gtest/gtest.h>

namespace orchestrate {
namespace {

nlohmann::json scalar(const std::string& text) {
  return to_json(parse_document("a: " + text + "\n")).at("a");
}

TEST(Scalars, NumbersAreWhatJsonTakesForNumbers) {
  EXPECT_EQ(scalar("0"), 0);
  EXPECT_EQ(scalar("-12"), -12);
  EXPECT_EQ(scalar("2.40"), 2.4);
  EXPECT_EQ(scalar("1e3"), 1000.0);
  EXPECT_EQ(scalar("99999999999999999999"), 1e20) << "beyond 64 bits";
  EXPECT_TRUE(scalar("6").is_number_integer());
  EXPECT_TRUE(scalar("6.0").is_number_float());
}

TEST(Scalars, EverythingElseIsText) {
  for (const char* text : {"010",   "+1",  "0x10", "0o10", ".5", "5.",  "1_000", ".inf",  "inf", "nan",
                           "1e999", "1 2", "yes",  "no",   "on", "off", "True",  "FALSE", "2%",  "1ms"}) {
    EXPECT_TRUE(scalar(text).is_string()) << text;
  }
}

TEST(Scalars, QuotedIsText) {
  for (const char* text : {"\"6\"", "'true'", "\"null\"", "''", "!!str 6"})
    EXPECT_TRUE(scalar(text).is_string()) << text;
}

TEST(Scalars, TrueFalseAndNull) {
  EXPECT_EQ(scalar("true"), true);
  EXPECT_EQ(scalar("false"), false);
  for (const char* text : {"", "~", "null"}) EXPECT_TRUE(scalar(text).is_null()) << text;
}

TEST(Scalars, ListsAndMapsKeepTheirShape) {
  EXPECT_EQ(to_json(parse_document("{a: [1, {b: x}], c: {}}")), nlohmann::json::parse(R"({"a":[1,{"b":"x"}],"c":{}})"));
}

}  // namespace
}  // namespace orchestrate
