#include "plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "plan/groups.hpp"
#include "plan/looks.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

/// A factor with its levels as they are on this host, without those that it cannot have.
PlannedFactor planned(const FactorLevels& factor, const std::filesystem::path& folder, const Host& host) {
  PlannedFactor result{factor.factor, {}};
  for (const std::string& level : factor.levels) {
    if (host.unavailable.contains({factor.factor, level})) continue;
    const auto details = factor.details.find(level);
    result.levels.push_back(find_factor(factor.factor)
                                ->resolve({factor.factor, level, folder,
                                           details == factor.details.end() ? nlohmann::json() : details->second},
                                          host));
  }
  return result;
}

std::vector<SkippedLevel> skipped_levels(const Experiment& experiment, const Host& host) {
  std::vector<SkippedLevel> skipped;
  for (const FactorLevels& factor : experiment.factors) {
    for (const std::string& level : factor.levels) {
      const auto found = host.unavailable.find({factor.factor, level});
      if (found != host.unavailable.end()) skipped.push_back({factor.factor, level, found->second});
    }
  }
  return skipped;
}

/// "libc glibc-2.24: …" for the first level of a condition that is skipped; empty where none is.
std::string reason_to_skip(const Condition& condition, const std::vector<SkippedLevel>& skipped) {
  for (const SkippedLevel& one : skipped) {
    if (level_of(condition, one.factor) == one.level) {
      return fmt::format("{} {}: {}", one.factor, one.level, one.reason);
    }
  }
  return {};
}

/// The image where it is not varied, and the implied levels of the factors that the experiment does not name.
std::vector<Level> other_levels(const Experiment& experiment, const Host& host) {
  const std::filesystem::path folder = experiment.file.parent_path();
  std::vector<Level> levels;
  const auto named = [&](const std::string& name) {
    return std::any_of(experiment.factors.begin(), experiment.factors.end(),
                       [&](const FactorLevels& factor) { return factor.factor == name; });
  };
  const auto add = [&](const std::string& factor, const std::string& level) {
    levels.push_back(find_factor(factor)->resolve({factor, level, folder, {}}, host));
  };
  if (!named("image")) add("image", experiment.image);
  for (const Factor* factor : all_factors()) {
    const std::string name(factor->name());
    if (const auto implied = factor->implied(host); implied && !named(name)) add(name, *implied);
  }
  return levels;
}

PlannedConditions planned_conditions(const Experiment& experiment, const Host& host) {
  std::vector<PlannedFactor> factors;
  for (const FactorLevels& factor : experiment.factors) {
    factors.push_back(planned(factor, experiment.file.parent_path(), host));
  }
  return {std::move(factors), other_levels(experiment, host), experiment.engine_args};
}

/// Every combination that the file names, skipped levels included; nothing but the levels' names.
PlannedConditions conditions_by_name(const Experiment& experiment) {
  std::vector<PlannedFactor> factors;
  for (const FactorLevels& factor : experiment.factors) {
    factors.push_back({factor.factor, {}});
    for (const std::string& level : factor.levels) factors.back().levels.push_back({factor.factor, level, {}});
  }
  return {std::move(factors), {}, {}};
}

Condition without(const Condition& condition, const std::string& factor) {
  Condition rest;
  std::copy_if(condition.begin(), condition.end(), std::back_inserter(rest),
               [&](const auto& level) { return level.first != factor; });
  return rest;
}

/// One contrast for each condition of the other factors and each operation; of `every` condition, skipped ones
/// included.
void expand(const Contrast& contrast, const PlannedConditions& every, Plan& plan) {
  Condition meant = contrast.at;
  meant.emplace_back(contrast.factor, contrast.base);
  for (std::size_t index = 0; index < every.size(); ++index) {
    if (!every.agrees_with(index, meant)) continue;
    const Condition base = every.condition(index);
    const Condition rest = without(base, contrast.factor);
    Condition other = rest;
    other.emplace_back(contrast.factor, contrast.other);
    std::string skipped = reason_to_skip(base, plan.skipped);
    if (skipped.empty()) skipped = reason_to_skip(other, plan.skipped);
    for (const std::string& operation : contrast.operations) {
      if (!skipped.empty()) {
        plan.skipped_contrasts.push_back(
            {contrast.factor, contrast.base, contrast.other, operation, rest, contrast.expect, skipped});
        continue;
      }
      plan.contrasts.push_back({contrast.factor, contrast.base, contrast.other, plan.conditions.index_of(base),
                                plan.conditions.index_of(other), operation, rest, contrast.expect});
    }
  }
}

PlannedClaim bound(const Claim& claim, const Plan& plan) {
  PlannedClaim result{claim.id, claim.says, claim.expression, {}, claim.unit, claim.article, claim.expect};
  for (const auto& [name, operand] : claim.operands) {
    result.skipped = reason_to_skip(operand.condition, plan.skipped);
    if (!result.skipped.empty()) return result;
  }
  for (const auto& [name, operand] : claim.operands) {
    result.operands[name] = {operand.operation, plan.conditions.index_of(operand.condition), operand.quantity};
  }
  return result;
}

std::vector<std::pair<std::size_t, std::size_t>> pairs_of(const Plan& plan) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (const PlannedContrast& contrast : plan.contrasts) pairs.emplace_back(contrast.base, contrast.other);
  for (const PlannedClaim& claim : plan.claims) {
    for (const auto& [name, operand] : claim.operands) {
      pairs.emplace_back(claim.operands.begin()->second.condition, operand.condition);
    }
  }
  return pairs;
}

std::vector<Group> planned_groups(const Plan& plan) {
  std::vector<Group> groups;
  for (auto& members : grouped(plan.conditions.size(), pairs_of(plan))) {
    if (members.size() + 1 > most_containers_together) {
      throw UsageFailure(fmt::format(
          "{}: {} conditions are compared with one another, directly or through others. With the twin that is {} "
          "containers alive at once; at most {} are. Split the contrasts and claims into several experiment files.",
          escaped(plan.experiment), members.size(), members.size() + 1, most_containers_together));
    }
    groups.push_back({std::move(members)});
  }
  return groups;
}

std::set<std::string> quantities_of(const Reference& reference) {
  std::set<std::string> names;
  for (const Quantity& quantity : reference.quantities) names.insert(quantity.quantity);
  return names;
}

void refuse_empty(const Plan& plan) {
  if (!plan.conditions.empty()) return;
  std::string text =
      fmt::format("{}: nothing is left to measure, because this cannot be had here:", escaped(plan.experiment));
  for (const SkippedLevel& one : plan.skipped) {
    text += fmt::format("\n  {} {}: {}", escaped(one.factor), escaped(one.level), escaped(one.reason));
  }
  throw EnvironmentFailure(text);
}

}  // namespace

Seat seat_of(const Plan& plan, std::size_t condition) {
  for (std::size_t group = 0; group < plan.groups.size(); ++group) {
    const auto& members = plan.groups[group].conditions;
    const auto found = std::find(members.begin(), members.end(), condition);
    if (found != members.end()) return {group, static_cast<std::size_t>(found - members.begin())};
  }
  return {plan.groups.size(), 0};
}

Plan make_plan(const Experiment& experiment, const std::optional<Reference>& reference, const Host& host,
               std::uint64_t seed) {
  Plan plan;
  plan.experiment = experiment.name;
  plan.question = experiment.question;
  plan.image = experiment.image;
  plan.seed = seed;
  plan.operations = experiment.operations;
  plan.design = experiment.design;
  plan.samples = experiment.samples;
  plan.looks = preset_looks(experiment.design.rounds_min, experiment.design.rounds_max);
  plan.skipped = skipped_levels(experiment, host);
  plan.conditions = planned_conditions(experiment, host);
  refuse_empty(plan);
  const PlannedConditions every = conditions_by_name(experiment);
  for (const Contrast& contrast : experiment.contrasts) expand(contrast, every, plan);
  for (const Claim& claim : experiment.claims) plan.claims.push_back(bound(claim, plan));
  plan.groups = planned_groups(plan);
  if (reference) {
    plan.article = reference->title;
    const std::set<std::string> quantities = quantities_of(*reference);
    for (std::size_t i = 0; i < plan.conditions.size(); ++i) {
      const Condition condition = plan.conditions.condition(i);
      for (const std::string& operation : plan.operations) {
        for (const std::string& quantity : quantities) {
          const auto ns = article_ns(*reference, operation, condition, quantity);
          if (ns) plan.article_values.push_back({operation, i, *ns, quantity});
        }
      }
    }
  }
  return plan;
}

}  // namespace orchestrate
