#include "report/numbers.hpp"

#include <fmt/format.h>

#include <cmath>

namespace orchestrate {

std::string number(double value) {
  const int digits = std::abs(value) < 9.995 ? 2 : 1;
  return fmt::format("{:.{}f}", std::abs(value) < 0.005 ? 0.0 : value, digits);
}

std::string with_interval(const Estimate& estimate) {
  const Interval& bounds = estimate.interval.value_or(estimate.range);
  const char* opens = estimate.interval ? "[" : "range ";
  const char* closes = estimate.interval ? "]" : "";
  return fmt::format("{} {}{}, {}{}", number(estimate.median), opens, number(bounds.low), number(bounds.high), closes);
}

std::string grouped_digits(std::int64_t value) {
  std::string digits = fmt::format("{}", value);
  const std::size_t first = value < 0 ? 1 : 0;
  for (std::size_t place = digits.size(); place > first + 3; place -= 3) digits.insert(place - 3, " ");
  return digits;
}

}  // namespace orchestrate
