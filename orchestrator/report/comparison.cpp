#include "report/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/numbers.hpp"

namespace orchestrate {

std::vector<Pair> compared_pairs(const Plan& plan) {
  std::vector<Pair> pairs;
  for (const PlannedContrast& contrast : plan.contrasts) {
    const Pair pair{contrast.base, contrast.other};
    if (std::find(pairs.begin(), pairs.end(), pair) == pairs.end()) pairs.push_back(pair);
  }
  return pairs;
}

const PlannedContrast& first_contrast_of(const Plan& plan, const Pair& pair) {
  return *std::find_if(plan.contrasts.begin(), plan.contrasts.end(), [&](const PlannedContrast& contrast) {
    return Pair{contrast.base, contrast.other} == pair;
  });
}

const ContrastResult* contrast_of(const Summary& summary, const Pair& pair, const std::string& operation) {
  for (const ContrastResult& result : summary.contrasts) {
    const PlannedContrast& contrast = summary.run.plan.contrasts[result.contrast];
    if (Pair{contrast.base, contrast.other} == pair && contrast.operation == operation) return &result;
  }
  return nullptr;
}

const OperationResult* result_of(const Summary& summary, const std::string& operation, std::size_t condition) {
  const auto found = std::find_if(summary.operations.begin(), summary.operations.end(), [&](const auto& result) {
    return result.operation == operation && result.condition == condition;
  });
  return found == summary.operations.end() ? nullptr : &*found;
}

std::optional<double> article_of(const Summary& summary, const std::string& operation, std::size_t condition,
                                 const std::string& quantity) {
  for (const ArticleValue& value : summary.run.plan.article_values) {
    if (value.operation == operation && value.condition == condition && value.quantity == quantity) return value.ns;
  }
  return std::nullopt;
}

std::string article_cell(const Summary& summary, const std::string& operation, const Pair& pair) {
  const auto first = article_of(summary, operation, pair.first);
  const auto second = article_of(summary, operation, pair.second);
  if (first && second) return fmt::format("{} | {}", number(*first), number(*second));
  if (first) return number(*first);
  return second ? fmt::format("| {}", number(*second)) : "";
}

std::string distribution_mark(const OperationResult& result) {
  if (result.two_modes) return " (two modes)";
  return result.skewed ? " (skewed)" : "";
}

std::string value_cell(const OperationResult* result) {
  if (result == nullptr) return "withheld";
  return number(result->ns.median) + distribution_mark(*result);
}

std::string percentile_cell(const Percentile& percentile) {
  if (!percentile.ns) return "too few samples";
  if (percentile.ns->median <= 0) return "not resolved";
  return with_interval(*percentile.ns) + (percentile.on_grid ? " (the timer's grid)" : "");
}

std::string system_calls_cell(const OperationResult* result) {
  if (result == nullptr || !result->evidence.counted) return {};
  const SystemCallsCounted& counted = *result->evidence.counted;
  if (!counted.refusal.empty()) return "?";
  return fmt::format("{:.4g}", system_calls_a_call(counted));
}

std::string caution(const Summary& summary, const ContrastResult& result) {
  const PlannedContrast& contrast = summary.run.plan.contrasts[result.contrast];
  for (const std::size_t condition : {contrast.base, contrast.other}) {
    const OperationResult* value = result_of(summary, contrast.operation, condition);
    if (value != nullptr && !value->note.empty()) return "; " + value->note.substr(0, value->note.find(':'));
  }
  return {};
}

std::set<std::string> named_factors(const Plan& plan) {
  std::set<std::string> named;
  for (const auto& [factor, level] : plan.conditions.front().condition) named.insert(factor);
  return named;
}

}  // namespace orchestrate
