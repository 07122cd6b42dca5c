#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace orchestrate {

/// An expression that cannot be read. The message says what is wrong, without a place, and holds nothing unescaped.
class ExpressionError : public std::runtime_error {
 public:
  ExpressionError(const std::string& message, int column) : std::runtime_error(message), column_(column) {}

  /// In the expression, from 1.
  [[nodiscard]] int column() const { return column_; }

 private:
  int column_;
};

/// The names that an arithmetic expression uses (muParser's grammar, without assignment and text), each once, sorted.
/// Throws ExpressionError where it is not one expression with one value.
std::vector<std::string> names_in(const std::string& expression);

/// Its value with these values for its names. Infinite or NaN where the arithmetic is (a division by zero): that says
/// something of the values, not of the expression. Throws ExpressionError, also where a name has no value.
double evaluate(const std::string& expression, const std::map<std::string, double>& values);

}  // namespace orchestrate
