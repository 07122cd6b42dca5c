#include "experiment/expression.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace orchestrate {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Expression, NamesEachVariableOnce) {
  EXPECT_THAT(names_in("(getpid - empty_loop) / (function_call - empty_loop)"),
              ElementsAre("empty_loop", "function_call", "getpid"));
  EXPECT_THAT(names_in("max(a, sqrt(b)) + 2"), ElementsAre("a", "b")) << "functions are no names";
  EXPECT_THAT(names_in("1 + 2"), ElementsAre());
}

TEST(Expression, IsEvaluated) {
  EXPECT_DOUBLE_EQ(evaluate("getpid / function_call", {{"getpid", 100}, {"function_call", 0.5}}), 200);
  EXPECT_DOUBLE_EQ(evaluate("(a - c) / (b - c)", {{"a", 5}, {"b", 3}, {"c", 1}}), 2);
  EXPECT_DOUBLE_EQ(evaluate("a > b ? a : b", {{"a", 5}, {"b", 3}}), 5);
}

TEST(Expression, ADivisionByZeroIsAValue) {
  EXPECT_TRUE(std::isinf(evaluate("a / b", {{"a", 1}, {"b", 0}})));
  EXPECT_TRUE(std::isnan(evaluate("a / b", {{"a", 0}, {"b", 0}})));
}

TEST(Expression, ANameWithoutAValueIsAnError) {
  EXPECT_THROW(evaluate("a + b", {{"a", 1}}), ExpressionError);
}

struct ExpressionCase {
  std::string expression;
  int column;
  const char* says;
};

TEST(Expression, RefusalNamesTheColumn) {
  for (const ExpressionCase& one : {ExpressionCase{"getpid / ", 10, "expression ends too early"},
                                    ExpressionCase{"", 1, "expression is empty"},
                                    ExpressionCase{"  ", 1, "expression is empty"},
                                    ExpressionCase{"(a", 3, "a ( is not closed"},
                                    ExpressionCase{"a)", 2, ") cannot stand here"},
                                    ExpressionCase{"system(1)", 7, "( cannot stand here"},
                                    ExpressionCase{"a * / b", 5, "operator / cannot stand here"},
                                    ExpressionCase{"a b", 3, "an operator is missing before b"},
                                    ExpressionCase{"a $ b", 3, "is not understood"},
                                    ExpressionCase{"a ? b", 1, "a ? lacks its :"},
                                    ExpressionCase{"a, b", 1, "two values with commas"},
                                    ExpressionCase{"a = 2", 3, "an expression cannot assign"},
                                    ExpressionCase{"a \"x\"", 3, "no place in an expression"},
                                    ExpressionCase{"a + ö", 5, "no place in an expression"},
                                    ExpressionCase{std::string("a\0b", 3), 2, "no place in an expression"},
                                    ExpressionCase{"a + \x1b[31m", 5, "no place in an expression"},
                                    ExpressionCase{"1e999", 1, "neither a number nor a name"},
                                    ExpressionCase{"min()", 6, "too few values"},
                                    ExpressionCase{"sqrt(1, 2)", 10, "too many values"},
                                    ExpressionCase{std::string(1'001, 'a'), 1'001, "at most 1000 are allowed"}}) {
    try {
      names_in(one.expression);
      ADD_FAILURE() << "accepted: " << one.expression;
    } catch (const ExpressionError& error) {
      EXPECT_THAT(error.what(), HasSubstr(one.says)) << one.expression;
      EXPECT_EQ(error.column(), one.column) << one.expression;
    }
  }
}

TEST(Expression, ComparesWithoutAssigning) {
  for (const char* text : {"a == b", "a <= b", "a >= b", "a != b"}) EXPECT_EQ(names_in(text).size(), 2U) << text;
}

/// Whatever the text, it has names or an ExpressionError, and nothing else happens.
TEST(Expression, AnyTextIsReadOrRefused) {
  constexpr std::string_view letters = "ab1.e+-*/^()<>=!&|?:, \"'#_maxsqrt";
  std::mt19937 random(20);
  for (int i = 0; i < 5'000; ++i) {
    std::string text;
    for (std::size_t length = random() % 24; text.size() < length;) text += letters[random() % letters.size()];
    try {
      std::map<std::string, double> values;
      for (const std::string& name : names_in(text)) values[name] = 2;
      evaluate(text, values);
    } catch (const ExpressionError& error) {
      EXPECT_GE(error.column(), 1) << text;
      EXPECT_LE(error.column(), static_cast<int>(text.size()) + 1) << text;
    }
  }
}

}  // namespace
}  // namespace orchestrate
