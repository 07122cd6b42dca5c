#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace orchestrate {

/// The whole number that `value` is. Throws std::runtime_error where it is none, or none of its range: nlohmann/json
/// itself makes another number of it, or, of one like 1e30, whatever the processor does.
template <typename Number>
Number whole_number(const nlohmann::json& value) {
  const bool fits = value.is_number_unsigned()  ? std::in_range<Number>(value.get<std::uint64_t>())
                    : value.is_number_integer() ? std::in_range<Number>(value.get<std::int64_t>())
                                                : false;
  if (!fits) {
    throw std::runtime_error(std::string("a ") + value.type_name() +
                             " stands where a whole number is wanted, or it is too large");
  }
  return value.get<Number>();
}

/// A list of them.
template <typename Number>
std::vector<Number> whole_numbers(const nlohmann::json& list) {
  std::vector<Number> numbers;
  for (const nlohmann::json& value : list) numbers.push_back(whole_number<Number>(value));
  return numbers;
}

}  // namespace orchestrate
