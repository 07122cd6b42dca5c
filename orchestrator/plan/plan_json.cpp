#include <cmath>

#include "plan/plan.hpp"
#include "support/whole_number.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

const char* text_of(WantedHandOver wanted) {
  switch (wanted) {
    case WantedHandOver::any:
      return "auto";
    case WantedHandOver::stdio:
      return "stdio";
    case WantedHandOver::futex:
      return "futex";
  }
  return "";
}

WantedHandOver hand_over_from(const std::string& text) {
  if (text == "stdio") return WantedHandOver::stdio;
  return text == "futex" ? WantedHandOver::futex : WantedHandOver::any;
}

const char* text_of(Estimator estimator) {
  return estimator == Estimator::median ? "median" : "floor";
}

/// Runs that were measured before there was a choice have floors.
Estimator estimator_from(const json& design) {
  return design.value("estimator", "floor") == "median" ? Estimator::median : Estimator::floor;
}

/// A condition as a list of pairs: an object would lose the order of the factors when it is read back.
ordered_json pairs(const Condition& condition) {
  ordered_json list = ordered_json::array();
  for (const auto& [factor, level] : condition) list.push_back({factor, level});
  return list;
}

Condition condition_from(const json& list) {
  Condition condition;
  for (const json& pair : list) condition.emplace_back(pair.at(0).get<std::string>(), pair.at(1).get<std::string>());
  return condition;
}

ordered_json json_of(const PlannedCondition& condition) {
  ordered_json levels = ordered_json::array();
  for (const Level& level : condition.levels) {
    levels.push_back({{"factor", level.factor}, {"level", level.text}, {"resolved", level.resolved}});
  }
  return {{"condition", pairs(condition.condition)},
          {"levels", levels},
          {"image", condition.spec.image},
          {"options", condition.spec.options},
          {"command", condition.spec.command}};
}

PlannedCondition planned_condition_from(const json& value) {
  PlannedCondition condition;
  condition.condition = condition_from(value.at("condition"));
  for (const json& level : value.at("levels")) {
    condition.levels.push_back(
        {level.at("factor").get<std::string>(), level.at("level").get<std::string>(), level.at("resolved")});
  }
  condition.spec = {value.at("image").get<std::string>(), value.at("options").get<std::vector<std::string>>(),
                    value.at("command").get<std::vector<std::string>>()};
  return condition;
}

ordered_json json_of(const PlannedContrast& contrast) {
  return {{"factor", contrast.factor},
          {"levels", {contrast.base_level, contrast.other_level}},
          {"conditions", {contrast.base, contrast.other}},
          {"operation", contrast.operation},
          {"at", pairs(contrast.at)},
          {"expect", contrast.expect == Expect::differ ? "differ" : "match"}};
}

PlannedContrast contrast_from(const json& value) {
  return {value.at("factor").get<std::string>(),
          value.at("levels").at(0).get<std::string>(),
          value.at("levels").at(1).get<std::string>(),
          whole_number<std::size_t>(value.at("conditions").at(0)),
          whole_number<std::size_t>(value.at("conditions").at(1)),
          value.at("operation").get<std::string>(),
          condition_from(value.at("at")),
          value.at("expect") == "differ" ? Expect::differ : Expect::match};
}

ordered_json json_of(const SkippedLevel& skipped) {
  return {{"factor", skipped.factor}, {"level", skipped.level}, {"reason", skipped.reason}};
}

SkippedLevel skipped_level_from(const json& value) {
  return {value.at("factor").get<std::string>(), value.at("level").get<std::string>(),
          value.at("reason").get<std::string>()};
}

ordered_json json_of(const SkippedContrast& contrast) {
  return {{"factor", contrast.factor},
          {"levels", {contrast.base_level, contrast.other_level}},
          {"operation", contrast.operation},
          {"at", pairs(contrast.at)},
          {"expect", contrast.expect == Expect::differ ? "differ" : "match"},
          {"reason", contrast.reason}};
}

SkippedContrast skipped_contrast_from(const json& value) {
  return {value.at("factor").get<std::string>(),
          value.at("levels").at(0).get<std::string>(),
          value.at("levels").at(1).get<std::string>(),
          value.at("operation").get<std::string>(),
          condition_from(value.at("at")),
          value.at("expect") == "differ" ? Expect::differ : Expect::match,
          value.at("reason").get<std::string>()};
}

ordered_json json_of(const PlannedClaim& claim) {
  ordered_json operands = ordered_json::object();
  for (const auto& [name, operand] : claim.operands) {
    operands[name] = {
        {"operation", operand.operation}, {"condition", operand.condition}, {"quantity", operand.quantity}};
  }
  ordered_json result{{"id", claim.id},       {"says", claim.says}, {"expression", claim.expression},
                      {"operands", operands}, {"unit", claim.unit}, {"expect", claim.expect.text}};
  // An open end is an absent key: JSON has no infinity.
  if (std::isfinite(claim.expect.low)) result["low"] = claim.expect.low;
  if (std::isfinite(claim.expect.high)) result["high"] = claim.expect.high;
  if (claim.article) result["article"] = *claim.article;
  if (!claim.skipped.empty()) result["skipped"] = claim.skipped;
  return result;
}

PlannedClaim claim_from(const json& value) {
  PlannedClaim claim;
  claim.id = value.at("id").get<std::string>();
  claim.says = value.at("says").get<std::string>();
  claim.expression = value.at("expression").get<std::string>();
  for (const auto& [name, operand] : value.at("operands").items()) {
    claim.operands[name] = {operand.at("operation").get<std::string>(),
                            whole_number<std::size_t>(operand.at("condition")),
                            operand.at("quantity").get<std::string>()};
  }
  claim.unit = value.at("unit").get<std::string>();
  claim.expect.text = value.at("expect").get<std::string>();
  if (value.contains("low")) claim.expect.low = value.at("low").get<double>();
  if (value.contains("high")) claim.expect.high = value.at("high").get<double>();
  if (value.contains("article")) claim.article = value.at("article").get<double>();
  if (value.contains("skipped")) claim.skipped = value.at("skipped").get<std::string>();
  return claim;
}

ordered_json json_of(const Design& design) {
  ordered_json result{{"interleave", to_text(design.interleave)},
                      {"batch_ns", design.batch.count()},
                      {"batches", design.batches},
                      {"rounds_min", design.rounds_min},
                      {"rounds_max", design.rounds_max},
                      {"precision", design.precision},
                      {"counted_calls", design.counted_calls},
                      {"hand_over", text_of(design.hand_over)},
                      {"estimator", text_of(design.estimator)}};
  if (design.time_budget) result["time_budget_ns"] = design.time_budget->count();
  return result;
}

Design design_from(const json& value) {
  std::optional<std::chrono::nanoseconds> time_budget;
  if (value.contains("time_budget_ns")) {
    time_budget = std::chrono::nanoseconds(whole_number<std::int64_t>(value.at("time_budget_ns")));
  }
  return {interleave_from(value.at("interleave").get<std::string>()),
          std::chrono::nanoseconds(whole_number<std::int64_t>(value.at("batch_ns"))),
          whole_number<int>(value.at("batches")), whole_number<int>(value.at("rounds_min")),
          whole_number<int>(value.at("rounds_max")), value.at("precision").get<double>(),
          whole_number<int>(value.at("counted_calls")),
          // Before there was a choice it was stdio.
          hand_over_from(value.value("hand_over", "stdio")), estimator_from(value), time_budget};
}

ordered_json json_of(const Samples& samples) {
  return {{"operations", samples.operations}, {"calls", samples.calls}, {"every", samples.every}};
}

Samples samples_from(const json& value) {
  return {value.at("operations").get<std::vector<std::string>>(), whole_number<std::int64_t>(value.at("calls")),
          whole_number<std::int64_t>(value.at("every"))};
}

template <typename Items>
ordered_json list_of(const Items& items) {
  ordered_json list = ordered_json::array();
  for (const auto& item : items) list.push_back(json_of(item));
  return list;
}

}  // namespace

ordered_json to_json(const Condition& condition) {
  ordered_json object = ordered_json::object();
  for (const auto& [factor, level] : condition) object[factor] = level;
  return object;
}

ordered_json to_json(const Plan& plan) {
  ordered_json groups = ordered_json::array();
  for (const Group& group : plan.groups) groups.push_back(group.conditions);
  ordered_json articles = ordered_json::array();
  for (const ArticleValue& value : plan.article_values) {
    articles.push_back({{"operation", value.operation},
                        {"condition", value.condition},
                        {"quantity", value.quantity},
                        {"ns", value.ns}});
  }
  return {{"experiment", plan.experiment},
          {"question", plan.question},
          {"image", plan.image},
          {"seed", plan.seed},
          {"operations", plan.operations},
          {"design", json_of(plan.design)},
          {"samples", json_of(plan.samples)},
          {"looks", plan.looks},
          {"conditions", list_of(plan.conditions)},
          {"groups", groups},
          {"contrasts", list_of(plan.contrasts)},
          {"claims", list_of(plan.claims)},
          {"skipped", list_of(plan.skipped)},
          {"skipped_contrasts", list_of(plan.skipped_contrasts)},
          {"article", plan.article},
          {"article_values", articles}};
}

Plan plan_from_json(const json& value) {
  Plan plan;
  plan.experiment = value.at("experiment").get<std::string>();
  plan.question = value.at("question").get<std::string>();
  plan.image = value.at("image").get<std::string>();
  plan.seed = whole_number<std::uint64_t>(value.at("seed"));
  plan.operations = value.at("operations").get<std::vector<std::string>>();
  plan.design = design_from(value.at("design"));
  plan.samples = samples_from(value.at("samples"));
  plan.looks = whole_numbers<int>(value.at("looks"));
  std::vector<PlannedCondition> conditions;
  for (const json& condition : value.at("conditions")) conditions.push_back(planned_condition_from(condition));
  plan.conditions = PlannedConditions(std::move(conditions));
  for (const json& group : value.at("groups")) plan.groups.push_back({whole_numbers<std::size_t>(group)});
  for (const json& contrast : value.at("contrasts")) plan.contrasts.push_back(contrast_from(contrast));
  for (const json& claim : value.at("claims")) plan.claims.push_back(claim_from(claim));
  // Journals of version 0.1.0 before levels could be skipped have neither key.
  for (const json& one : value.value("skipped", json::array())) plan.skipped.push_back(skipped_level_from(one));
  for (const json& one : value.value("skipped_contrasts", json::array())) {
    plan.skipped_contrasts.push_back(skipped_contrast_from(one));
  }
  plan.article = value.at("article").get<std::string>();
  for (const json& article : value.at("article_values")) {
    plan.article_values.push_back({article.at("operation").get<std::string>(),
                                   whole_number<std::size_t>(article.at("condition")), article.at("ns").get<double>(),
                                   article.at("quantity").get<std::string>()});
  }
  return plan;
}

}  // namespace orchestrate
