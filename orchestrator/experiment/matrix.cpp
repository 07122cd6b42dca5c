#include "experiment/matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <map>

#include "experiment/raw_factor.hpp"
#include "experiment/secrets.hpp"
#include "factors/factor.hpp"
#include "support/suggestion.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

using boost::multiprecision::cpp_int;

/// A run of more would take years; it is bounded so that a slip in a list is refused, not begun.
constexpr unsigned most_conditions = 1'000'000;

cpp_int product(const std::vector<FactorLevels>& factors) {
  cpp_int conditions = 1;
  for (const FactorLevels& factor : factors) conditions *= factor.levels.size();
  return conditions;
}

void check_level_itself(const std::string& name, const Node& level, const std::filesystem::path& folder) {
  const Factor& factor = *find_factor(name);
  if (is_null(level) && level.text.empty()) {
    throw Refusal(level.position, "an empty level; for an empty text write \"\"");
  }
  if (level.text.find('\0') != std::string::npos) {
    throw Refusal(level.position,
                  fmt::format("level {} holds a NUL byte, which no argument can hold", found_level(name, level)));
  }
  // It goes to the engine by a file of lines, so that no list of processes shows it.
  if (is_secret(name) && level.text.find('\n') != std::string::npos) {
    throw Refusal(level.position, "a value of a variable named like a secret cannot hold a line end");
  }
  if (const auto refusal = factor.refusal(level.text, folder)) throw Refusal(level.position, *refusal);
}

FactorLevels read_levels(const std::string& name, const Node& list, const std::filesystem::path& folder,
                         std::vector<Problem>& problems) {
  FactorLevels result{name, {}, {}};
  std::map<std::string_view, Position> given;
  for (const Node& level : list.items) {
    collect(problems, [&] {
      check_level_itself(name, level, folder);
      const auto [first, fresh] = given.emplace(level.text, level.position);
      if (!fresh) {
        throw Refusal(level.position,
                      fmt::format("level {} is given twice (first at line {}, column {}): the pair would be one "
                                  "run twice; all levels of {} must differ",
                                  found_level(name, level), first->second.line, first->second.column, shown(name)));
      }
      result.levels.push_back(level.text);
    });
  }
  return result;
}

}  // namespace

std::vector<FactorLevels> read_factors(const Node& factors, const std::filesystem::path& folder,
                                       std::vector<Problem>& problems) {
  std::vector<FactorLevels> result;
  for (const Entry& entry : factors.entries) {
    if (entry.value.kind == Node::Kind::sequence) {
      result.push_back(read_levels(entry.key, entry.value, folder, problems));
      continue;
    }
    for (const Entry& member : entry.value.entries) {
      const std::string name = entry.key + "." + member.key;
      const bool raw = member.value.kind == Node::Kind::map;
      result.push_back(raw ? read_raw_factor(name, member.value, problems)
                           : read_levels(name, member.value, folder, problems));
    }
  }
  return result;
}

std::string number_of_conditions(const std::vector<FactorLevels>& factors) {
  return product(factors).str();
}

void check_matrix_size(const std::vector<FactorLevels>& factors, Position position, std::vector<Problem>& problems) {
  if (product(factors) <= most_conditions) return;
  problems.push_back(
      {position, fmt::format("the levels combine to {} conditions; at most {} are allowed; leave out levels or factors",
                             number_of_conditions(factors), most_conditions)});
}

std::string found_level(std::string_view factor, const Node& level) {
  return is_secret(factor) ? "(a value that is not shown)" : found(level);
}

Condition read_at(const Node* at, const std::vector<FactorLevels>& factors) {
  Condition condition;
  if (at == nullptr) return condition;
  for (const Entry& entry : at->entries) check_level(levels_named(factors, entry.key, entry.position), entry.value);
  for (const FactorLevels& factor : factors) {
    if (const Node* level = find(*at, factor.factor)) condition.emplace_back(factor.factor, level->text);
  }
  return condition;
}

const FactorLevels* find_levels(const std::vector<FactorLevels>& factors, const std::string& name) {
  const auto found =
      std::find_if(factors.begin(), factors.end(), [&](const FactorLevels& one) { return one.factor == name; });
  return found == factors.end() ? nullptr : &*found;
}

void check_level(const FactorLevels& factor, const Node& level) {
  if (std::find(factor.levels.begin(), factor.levels.end(), level.text) != factor.levels.end()) return;
  // Looking for the nearest costs the lengths of both words, for each of possibly many thousand levels.
  constexpr std::size_t most_compared = 100;
  const auto end = factor.levels.begin() + static_cast<std::ptrdiff_t>(std::min(factor.levels.size(), most_compared));
  if (is_secret(factor.factor)) {
    throw Refusal(level.position, fmt::format("this is not one of the {} of {} here, which are not shown",
                                              counted(factor.levels.size(), "level"), shown(factor.factor)));
  }
  const std::string list = "its levels: " + shown(factor.levels);
  throw Refusal(level.position, fmt::format("{} is not a level of {} here{}", found(level), shown(factor.factor),
                                            escaped(suggestion(level.text, {factor.levels.begin(), end}, list))));
}

const FactorLevels& levels_named(const std::vector<FactorLevels>& factors, const std::string& name, Position position) {
  if (const FactorLevels* factor = find_levels(factors, name)) return *factor;
  std::vector<std::string> names;
  names.reserve(factors.size());
  for (const FactorLevels& factor : factors) names.push_back(factor.factor);
  throw Refusal(position, fmt::format("{} is not a factor of this experiment{}", shown(name),
                                      escaped(suggestion(name, names, "its factors: " + shown(names)))));
}

}  // namespace orchestrate
