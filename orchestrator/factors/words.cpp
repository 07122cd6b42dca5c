#include "factors/words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "support/suggestion.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

}  // namespace

bool is_word(const Factor& factor, const std::string& level) {
  const std::vector<std::string> words = factor.words();
  return std::find(words.begin(), words.end(), level) != words.end();
}

std::string not_allowed(const Factor& factor, const std::string& level) {
  const std::string shown = level.empty() ? "empty" : escaped(level);
  return fmt::format("{} cannot be {}{}", factor.name(), shown,
                     suggestion(level, factor.words(), fmt::format("allowed: {}", factor.levels())));
}

bool is_plain_name(const std::string& text) {
  return !text.empty() && is_letter_or_digit(text.front()) && std::all_of(text.begin(), text.end(), [](char c) {
    return is_letter_or_digit(c) || c == '.' || c == '_' || c == '-';
  });
}

}  // namespace orchestrate
