#include "experiment/contrasts.hpp"

#include <fmt/format.h>

#include "experiment/matrix.hpp"
#include "experiment/operations.hpp"

namespace orchestrate {
namespace {

/// Each contrast without `levels` makes one for every level but the first.
constexpr std::size_t most_contrasts = 1'000;

/// The second levels, each of which is compared with the first one, `base`.
struct Pairs {
  std::string base;
  std::vector<std::string> others;
};

Pairs read_pairs(const Node* given, const FactorLevels& factor) {
  if (given == nullptr) return {factor.levels.front(), {factor.levels.begin() + 1, factor.levels.end()}};
  for (const Node& level : given->items) check_level(factor, level);
  const Node& first = given->items[0];
  const Node& second = given->items[1];
  if (first.text == second.text) {
    throw Refusal(second.position, fmt::format("level {} is given twice: it would be compared with itself; two levels "
                                               "are wanted",
                                               found_level(factor.factor, second)));
  }
  return {first.text, {second.text}};
}

std::vector<Contrast> read_contrast(const Node& node, const std::vector<FactorLevels>& factors,
                                    const std::vector<std::string>& measured) {
  const Node& name = *find(node, "factor");
  const FactorLevels& factor = levels_named(factors, name.text, name.position);
  if (factor.levels.size() < 2) {
    throw Refusal(name.position, fmt::format("{} has one level: nothing to contrast; give it a second level, or leave "
                                             "this contrast out",
                                             found(name)));
  }
  Contrast contrast;
  contrast.factor = factor.factor;
  contrast.expect = find(node, "expect")->text == "match" ? Expect::match : Expect::differ;
  const Pairs pairs = read_pairs(find(node, "levels"), factor);
  contrast.base = pairs.base;

  std::vector<Problem> twice;
  contrast.operations = read_operations(*find(node, "operations"), twice);
  if (!twice.empty()) throw Refusal(twice.front().position, twice.front().text);
  for (const Node& operation : find(node, "operations")->items) check_measured(operation, measured);

  const Node* at = find(node, "at");
  contrast.at = read_at(at, factors);
  if (at != nullptr && find(*at, factor.factor) != nullptr) {
    throw Refusal(at->position, fmt::format("at names {}, the factor that is contrasted; at says where to compare, for "
                                            "the other factors",
                                            found(name)));
  }
  std::vector<Contrast> contrasts;
  for (const std::string& other : pairs.others) {
    contrasts.push_back(contrast);
    contrasts.back().other = other;
  }
  return contrasts;
}

}  // namespace

std::vector<Contrast> read_contrasts(const Node& list, const std::vector<FactorLevels>& factors,
                                     const std::vector<std::string>& measured, std::vector<Problem>& problems) {
  std::vector<Contrast> contrasts;
  for (const Node& node : list.items) {
    collect(problems, [&] {
      const std::vector<Contrast> more = read_contrast(node, factors, measured);
      if (contrasts.size() + more.size() > most_contrasts) {
        throw Refusal(node.position, fmt::format("more than {} contrasts; name the two levels of a contrast by levels",
                                                 most_contrasts));
      }
      contrasts.insert(contrasts.end(), more.begin(), more.end());
    });
  }
  return contrasts;
}

}  // namespace orchestrate
