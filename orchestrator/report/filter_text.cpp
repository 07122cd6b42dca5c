#include "report/filter_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "support/text.hpp"

namespace orchestrate {
namespace {

/// Conditions whose filters do the same.
struct Alike {
  const FilterResolved* filter;
  std::vector<std::size_t> conditions;
};

std::vector<Alike> alike_filters(const Summary& summary) {
  std::vector<Alike> found;
  for (const FilterResult& result : summary.filters) {
    const auto same = std::find_if(found.begin(), found.end(), [&](const Alike& other) {
      return other.filter->refusals == result.filter.refusals && other.filter->failure == result.filter.failure;
    });
    if (same == found.end()) {
      found.push_back({&result.filter, {result.condition}});
    } else {
      same->conditions.push_back(result.condition);
    }
  }
  return found;
}

/// "seccomp default"; the whole condition where it has no level of that factor, as a privileged one.
std::string by_level(const PlannedCondition& condition) {
  for (const Level& level : condition.levels) {
    if (level.factor == "seccomp") return level.factor + " " + level.text;
  }
  return to_text(condition.condition);
}

std::vector<std::string> names_by_level(const Plan& plan, const Alike& alike) {
  std::vector<std::string> names;
  for (const std::size_t condition : alike.conditions) {
    const std::string name = by_level(plan.conditions.at(condition));
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

/// What a line speaks of. The same level may mean another filter at another level of another factor (capabilities
/// decide what the engine puts into its default one): then the conditions are told in full.
std::string condition_name(const Plan& plan, const Alike& alike, const std::vector<Alike>& all) {
  const std::vector<std::string> names = names_by_level(plan, alike);
  const bool only_here = std::none_of(all.begin(), all.end(), [&](const Alike& other) {
    const auto theirs = names_by_level(plan, other);
    return other.filter != alike.filter &&
           std::find_first_of(theirs.begin(), theirs.end(), names.begin(), names.end()) != theirs.end();
  });
  if (only_here) return joined(names);
  const std::string first = to_text(plan.conditions.at(alike.conditions.front()).condition);
  const std::size_t others = alike.conditions.size() - 1;
  return others == 0 ? first : fmt::format("{} (and {})", first, counted(others, "condition"));
}

/// ": acct, add_key, …", or nothing where there are none.
std::string the_first_of(std::vector<std::string> names) {
  constexpr std::size_t shown = 8;
  if (names.empty()) return {};
  const bool shortened = names.size() > shown;
  if (shortened) names.resize(shown);
  return ": " + joined(names) + (shortened ? ", …" : "");
}

std::string filter_line(const std::string& name, const FilterResolved& filter) {
  if (!filter.failure.empty()) return fmt::format("{}: {}", name, filter.failure);
  const SeccompRefusals& refusals = filter.refusals;
  if (!refusals.loaded) return fmt::format("{} refuses no system call: no filter is loaded", name);
  std::string line =
      fmt::format("{} refuses {} of {} system calls ({}, {}){}", name, refusals.refused.size(), refusals.all(),
                  refusals.resolved_by, refusals.architecture, the_first_of(refusals.refused));
  const auto& some = refusals.refused_for_some_arguments;
  if (!some.empty()) line += fmt::format("; {} for some arguments only{}", some.size(), the_first_of(some));
  return line;
}

}  // namespace

std::string filter_text(const Summary& summary) {
  const std::vector<Alike> all = alike_filters(summary);
  std::string text;
  for (const Alike& alike : all) {
    text += fmt::format("  {}\n", escaped(filter_line(condition_name(summary.run.plan, alike, all), *alike.filter)));
  }
  return text;
}

}  // namespace orchestrate
