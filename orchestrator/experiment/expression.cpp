#include "experiment/expression.hpp"

// The one place that knows muParser.
#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>

#include "experiment/problem.hpp"

namespace orchestrate {
namespace {

constexpr std::size_t longest = 1'000;

int column_of(std::size_t offset) {
  return static_cast<int>(offset) + 1;
}

/// True for the `=` of `==`, `<=`, `>=`, `!=`.
bool compares(const std::string& expression, std::size_t at) {
  const bool after = at > 0 && std::string_view("=<>!").find(expression[at - 1]) != std::string_view::npos;
  const bool before = at + 1 < expression.size() && expression[at + 1] == '=';
  return after || before;
}

/// What muParser takes and no claim needs: text, assignment, characters beyond ASCII.
void check_characters(const std::string& expression) {
  if (expression.size() > longest) {
    throw ExpressionError(
        fmt::format("expression of {} characters; at most {} are allowed", expression.size(), longest),
        column_of(longest));
  }
  for (std::size_t at = 0; at < expression.size(); ++at) {
    const char c = expression[at];
    const bool printable = (c >= ' ' && c <= '~') || c == '\t' || c == '\n';
    if (!printable || c == '"') {
      throw ExpressionError("this character has no place in an expression", column_of(at));
    }
    if (c == '=' && !compares(expression, at)) {
      throw ExpressionError("an expression cannot assign; == compares", column_of(at));
    }
  }
}

/// A place that muParser gives, which may lie behind the blank that it adds at the end, or be missing (-1).
int column_of(const mu::ParserError& error, const std::string& expression) {
  if (error.GetPos() < 0) return 1;
  return column_of(std::min(static_cast<std::size_t>(error.GetPos()), expression.size()));
}

std::string words_of(const mu::ParserError& error) {
  const std::string token = shown(error.GetToken());
  switch (error.GetCode()) {
    case mu::ecUNEXPECTED_EOF:
      return "expression ends too early";
    case mu::ecEMPTY_EXPRESSION:
      return "expression is empty";
    case mu::ecMISSING_PARENS:
      return "a ( is not closed";
    case mu::ecUNEXPECTED_PARENS:
      return fmt::format("{} cannot stand here (is it a function that exists?)", token);
    case mu::ecUNEXPECTED_OPERATOR:
      return fmt::format("operator {} cannot stand here", token);
    case mu::ecUNEXPECTED_VAR:
    case mu::ecUNEXPECTED_VAL:
    case mu::ecUNEXPECTED_FUN:
      return fmt::format("an operator is missing before {}", token);
    case mu::ecUNASSIGNABLE_TOKEN:
      return fmt::format("{} is not understood", token);
    case mu::ecTOO_FEW_PARAMS:
      return fmt::format("function {} is given too few values", token);
    case mu::ecTOO_MANY_PARAMS:
      return fmt::format("function {} is given too many values", token);
    case mu::ecMISSING_ELSE_CLAUSE:
      return "a ? lacks its :";
    default:
      return shown(error.GetMsg());
  }
}

bool is_name(const std::string& text) {
  constexpr std::string_view digits = "0123456789";
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  return digits.find(text.front()) == std::string_view::npos && text.find_first_not_of(letters) == std::string::npos;
}

double evaluated(mu::Parser& parser, const std::map<std::string, double>& values) {
  for (const auto& [name, value] : values) parser.DefineConst(name, value);
  int count = 0;
  const double* results = parser.Eval(count);
  if (count != 1) {
    throw ExpressionError(
        fmt::format("{} values with commas between them; one is wanted", in_words(static_cast<std::size_t>(count))), 1);
  }
  return results[0];
}

}  // namespace

std::vector<std::string> names_in(const std::string& expression) {
  check_characters(expression);
  try {
    mu::Parser parser;
    parser.SetExpr(expression);
    std::vector<std::string> names;
    std::map<std::string, double> ones;
    for (const auto& [name, ignored] : parser.GetUsedVar()) {
      if (!is_name(name)) {
        throw ExpressionError(fmt::format("{} is neither a number nor a name", shown(name)),
                              column_of(expression.find(name)));
      }
      names.push_back(name);
      ones[name] = 1;
    }
    evaluated(parser, ones);
    return names;
  } catch (const mu::ParserError& error) {
    throw ExpressionError(words_of(error), column_of(error, expression));
  }
}

double evaluate(const std::string& expression, const std::map<std::string, double>& values) {
  check_characters(expression);
  try {
    mu::Parser parser;
    parser.SetExpr(expression);
    return evaluated(parser, values);
  } catch (const mu::ParserError& error) {
    throw ExpressionError(words_of(error), column_of(error, expression));
  }
}

}  // namespace orchestrate
