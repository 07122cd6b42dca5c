#include "experiment/condition.hpp"

#include <algorithm>

#include "support/text.hpp"

namespace orchestrate {
namespace {

Condition::const_iterator place_of(const Condition& condition, const std::string& factor) {
  return std::find_if(condition.begin(), condition.end(), [&](const auto& one) { return one.first == factor; });
}

}  // namespace

std::string to_text(const Condition& condition) {
  std::vector<std::string> words;
  for (const auto& [factor, level] : condition) words.push_back(factor + " " + (level.empty() ? "\"\"" : level));
  return joined(words);
}

bool agrees(const Condition& whole, const Condition& part) {
  return std::all_of(part.begin(), part.end(), [&](const auto& wanted) {
    const auto place = place_of(whole, wanted.first);
    return place != whole.end() && place->second == wanted.second;
  });
}

std::string level_of(const Condition& condition, const std::string& factor) {
  const auto place = place_of(condition, factor);
  return place == condition.end() ? std::string{} : place->second;
}

}  // namespace orchestrate
