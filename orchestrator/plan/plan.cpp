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

/// Every combination of levels, the last factor changing fastest.
std::vector<Condition> product(const std::vector<FactorLevels>& factors) {
  std::vector<Condition> conditions{{}};
  for (const FactorLevels& factor : factors) {
    std::vector<Condition> longer;
    longer.reserve(conditions.size() * factor.levels.size());
    for (const Condition& condition : conditions) {
      for (const std::string& level : factor.levels) {
        longer.push_back(condition);
        longer.back().emplace_back(factor.factor, level);
      }
    }
    conditions = std::move(longer);
  }
  return conditions;
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

/// The condition's own levels, then the implied ones of the factors it does not name.
std::vector<Level> resolved_levels(const Condition& condition, const Experiment& experiment, const Host& host) {
  const std::filesystem::path folder = experiment.file.parent_path();
  std::vector<Level> levels;
  const auto add = [&](const std::string& factor, const std::string& level, const nlohmann::json& details) {
    levels.push_back(find_factor(factor)->resolve({factor, level, folder, details}, host));
  };
  for (std::size_t i = 0; i < condition.size(); ++i) {
    const auto& [factor, level] = condition[i];
    const auto& details = experiment.factors[i].details;
    add(factor, level, details.contains(level) ? details.at(level) : nlohmann::json());
  }
  if (level_of(condition, "image").empty()) add("image", experiment.image, {});
  // A privileged container has no filter and every capability by definition: the ordinary levels do not hold there.
  const bool privileged = level_of(condition, "privileged") == "true";
  for (const Factor* factor : all_factors()) {
    const auto implied = factor->implied(host);
    const std::string name(factor->name());
    const bool overruled = privileged && factor->overruled_by_privileged();
    if (implied && !overruled && level_of(condition, name).empty()) add(name, *implied, {});
  }
  return levels;
}

PlannedCondition planned(const Condition& condition, const Experiment& experiment, const Host& host) {
  PlannedCondition result{condition, resolved_levels(condition, experiment, host), {}};
  for (const Level& level : result.levels) find_factor(level.factor)->apply(level, result.spec);
  result.spec.options.insert(result.spec.options.end(), experiment.engine_args.begin(), experiment.engine_args.end());
  return result;
}

std::size_t index_of(const Plan& plan, const Condition& condition) {
  const auto found = std::find_if(plan.conditions.begin(), plan.conditions.end(),
                                  [&](const PlannedCondition& c) { return agrees(c.condition, condition); });
  return static_cast<std::size_t>(found - plan.conditions.begin());
}

Condition without(const Condition& condition, const std::string& factor) {
  Condition rest;
  std::copy_if(condition.begin(), condition.end(), std::back_inserter(rest),
               [&](const auto& level) { return level.first != factor; });
  return rest;
}

/// One contrast for each condition of the other factors and each operation; `every` condition, skipped ones included.
void expand(const Contrast& contrast, const std::vector<Condition>& every, Plan& plan) {
  for (const Condition& base : every) {
    if (level_of(base, contrast.factor) != contrast.base || !agrees(base, contrast.at)) continue;
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
      plan.contrasts.push_back({contrast.factor, contrast.base, contrast.other, index_of(plan, base),
                                index_of(plan, other), operation, rest, contrast.expect});
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
    result.operands[name] = {operand.operation, index_of(plan, operand.condition), operand.quantity};
  }
  return result;
}

std::vector<std::pair<std::size_t, std::size_t>> compared_pairs(const Plan& plan) {
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
  for (auto& members : grouped(plan.conditions.size(), compared_pairs(plan))) {
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
  const std::vector<Condition> every = product(experiment.factors);
  for (const Condition& condition : every) {
    if (!reason_to_skip(condition, plan.skipped).empty()) continue;
    plan.conditions.push_back(planned(condition, experiment, host));
  }
  refuse_empty(plan);
  for (const Contrast& contrast : experiment.contrasts) expand(contrast, every, plan);
  for (const Claim& claim : experiment.claims) plan.claims.push_back(bound(claim, plan));
  plan.groups = planned_groups(plan);
  if (reference) {
    plan.article = reference->title;
    for (std::size_t i = 0; i < plan.conditions.size(); ++i) {
      for (const std::string& operation : plan.operations) {
        for (const std::string& quantity : quantities_of(*reference)) {
          const auto ns = article_ns(*reference, operation, plan.conditions[i].condition, quantity);
          if (ns) plan.article_values.push_back({operation, i, *ns, quantity});
        }
      }
    }
  }
  return plan;
}

}  // namespace orchestrate
