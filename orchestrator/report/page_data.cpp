#include "report/page_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>

#include "analysis/round_values.hpp"
#include "report/comparison.hpp"
#include "report/findings.hpp"
#include "report/hand_over_text.hpp"
#include "report/latency_text.hpp"
#include "report/numbers.hpp"
#include "report/precision_text.hpp"
#include "report/report.hpp"
#include "report/statistics.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

using nlohmann::ordered_json;

ordered_json point_of(const Estimate& estimate) {
  const Interval bounds = estimate.interval.value_or(estimate.range);
  return {{"median", estimate.median},
          {"low", bounds.low},
          {"high", bounds.high},
          {"is_interval", estimate.interval.has_value()},
          {"text", with_interval(estimate)}};
}

/// Differences of two slots' values, round by round.
std::vector<double> slot_differences(const Ledger& ledger, std::size_t group, std::size_t slot, std::size_t other,
                                     const std::string& operation) {
  return paired(round_values(ledger, group, slot, operation), round_values(ledger, group, other, operation),
                std::minus<>{});
}

/// What the pictures of a contrast need: the rounds' differences of the pair and of the twins.
void add_course(ordered_json& row, const Ledger& ledger, const Summary& summary, const ContrastResult& result) {
  const Plan& plan = summary.run.plan;
  const PlannedContrast& contrast = plan.contrasts[result.contrast];
  // Conditions that are compared share a group.
  const Seat base = seat_of(plan, contrast.base);
  const Seat other = seat_of(plan, contrast.other);
  const Group& group = plan.groups[base.group];
  row["estimate"] = point_of(*result.difference_ns);
  row["rounds"] = slot_differences(ledger, base.group, base.slot, other.slot, contrast.operation);
  if (const OperationResult* result_of_base = result_of(summary, contrast.operation, contrast.base)) {
    row["margin_ns"] = equality_margin(result_of_base->ns.median);
  }
  for (const TwinResult& twin : summary.twins) {
    if (twin.condition != group.conditions.front() || twin.operation != contrast.operation) continue;
    row["twin"] = point_of(twin.difference_ns);
    row["twin_rounds"] = slot_differences(ledger, base.group, 0, group.conditions.size(), contrast.operation);
  }
}

ordered_json comparison(const Ledger& ledger, const Summary& summary, const Pair& pair) {
  const Plan& plan = summary.run.plan;
  const PlannedContrast& named = first_contrast_of(plan, pair);
  ordered_json rows = ordered_json::array();
  for (const std::string& operation : plan.operations) {
    const OperationResult* base = result_of(summary, operation, pair.first);
    ordered_json row{{"operation", operation},
                     {"system_calls", system_calls_cell(base)},
                     {"base", value_cell(base)},
                     {"other", value_cell(result_of(summary, operation, pair.second))},
                     {"article", article_cell(summary, operation, pair)}};
    if (const ContrastResult* result = contrast_of(summary, pair, operation)) {
      row["verdict"] = to_text(result->judgement.verdict) + caution(summary, *result);
      row["as_expected"] = result->as_expected;
      if (result->ratio) row["ratio"] = fmt::format("{:.3f}", result->ratio->median);
      if (result->difference_ns) add_course(row, ledger, summary, *result);
    }
    rows.push_back(std::move(row));
  }
  return {{"factor", named.factor},
          {"base_level", named.base_level},
          {"other_level", named.other_level},
          {"at", to_text(named.at)},
          {"base", pair.first},
          {"other", pair.second},
          {"rows", std::move(rows)}};
}

ordered_json values(const Summary& summary) {
  ordered_json list = ordered_json::array();
  for (const OperationResult& result : summary.operations) {
    ordered_json row{{"operation", result.operation},
                     {"condition", result.condition},
                     {"ns", point_of(result.ns)},
                     {"mark", distribution_mark(result)},
                     {"system_calls", system_calls_cell(&result)}};
    if (const auto article = article_of(summary, result.operation, result.condition)) row["article"] = *article;
    if (!result.note.empty()) row["note"] = result.note;
    list.push_back(std::move(row));
  }
  return list;
}

ordered_json claim_rows(const Summary& summary) {
  ordered_json list = ordered_json::array();
  for (const ClaimResult& result : summary.claims) {
    const PlannedClaim& claim = summary.run.plan.claims[result.claim];
    const std::string unit = claim.unit.empty() ? "" : " " + claim.unit;
    list.push_back({{"says", claim.says},
                    {"article", claim.article ? number(*claim.article) + unit : ""},
                    {"here", result.value ? with_interval(*result.value) + unit : ""},
                    {"expected", claim.expect.text},
                    {"verdict", to_text(result.verdict)},
                    {"reason", result.reason}});
  }
  return list;
}

ordered_json latency_charts(const Summary& summary) {
  ordered_json list = ordered_json::array();
  for (const LatencyResult& result : summary.latencies) {
    const Latency& latency = result.latency;
    ordered_json row{{"operation", result.operation},
                     {"condition", result.condition},
                     {"timed", latency.timed},
                     {"timer", fmt::format("{}, no finer than {} ns; its own {} ns are subtracted", latency.timer,
                                           number(latency.timer_step_ns), number(latency.timer_cost_ns))},
                     {"rows", ordered_json::array()},
                     {"bins", ordered_json::array()}};
    for (const LatencyRow& one : latency_rows(summary, result)) {
      row["rows"].push_back({{"what", one.what}, {"here", one.here}, {"article", one.article}});
    }
    for (const Bin& bin : latency.histogram) row["bins"].push_back({bin.from_ns, bin.to_ns, bin.calls});
    list.push_back(std::move(row));
  }
  return list;
}

ordered_json observation_row(const char* source, const Observation& observation) {
  static const std::map<Observation::Kind, const char*> kinds{{Observation::Kind::in_force, "in force"},
                                                              {Observation::Kind::another, "another"},
                                                              {Observation::Kind::unreadable, "not seen"},
                                                              {Observation::Kind::silent, "has no say"}};
  return {{"source", source},
          {"kind", kinds.at(observation.kind)},
          {"level", observation.level},
          {"detail", observation.detail}};
}

ordered_json attestation_rows(const Summary& summary) {
  static const std::map<Attestation::State, const char*> states{{Attestation::State::attested, "attested"},
                                                                {Attestation::State::unattested, "UNATTESTED"},
                                                                {Attestation::State::swallowed, "SWALLOWED"}};
  const auto named = named_factors(summary.run.plan);
  ordered_json list = ordered_json::array();
  for (const Attestation& one : summary.attestations) {
    // The witness is told as it was at the start, or at the end where only that contradicts.
    const bool started_well = one.start.kind == Observation::Kind::in_force;
    list.push_back({{"condition", one.condition},
                    {"factor", one.factor},
                    {"declared", one.declared},
                    {"state", states.at(one.state)},
                    {"named", named.contains(one.factor)},
                    {"containers", one.containers},
                    {"reason", one.reason},
                    {"observations",
                     {observation_row("inspect shows", one.record), observation_row("the runtime was told", one.config),
                      observation_row("the process saw", started_well ? one.end : one.start)}}});
  }
  return list;
}

/// What does not fit a table: withheld names, skipped levels, problems, a sentence each.
ordered_json remarks(const Summary& summary) {
  const Plan& plan = summary.run.plan;
  ordered_json list = ordered_json::array();
  for (const Misnamed& one : summary.misnamed) {
    list.push_back(fmt::format("withheld: {} at {}: {}", one.operation,
                               to_text(plan.conditions.at(one.condition).condition), one.what));
  }
  for (const SkippedLevel& one : plan.skipped) {
    list.push_back(fmt::format("skipped: {} {}: {}", one.factor, one.level, one.reason));
  }
  if (summary.run.continues) list.push_back(earlier_block_text(summary));
  for (const RoundFailed& problem : summary.problems) {
    list.push_back(problem_text(problem));
  }
  return list;
}

/// The factors that tell conditions apart.
std::set<std::string> varied_factors(const PlannedConditions& conditions) {
  const Condition first = conditions.condition(0);
  std::set<std::string> varied;
  for (std::size_t i = 1; i < conditions.size(); ++i) {
    for (const auto& level : conditions.condition(i)) {
      if (std::find(first.begin(), first.end(), level) == first.end()) varied.insert(level.first);
    }
  }
  return varied;
}

/// The levels of the varied factors only, for a place that is narrow; where there is one condition, all of its levels.
std::string short_name(const Condition& condition, const std::set<std::string>& varied) {
  Condition told;
  std::copy_if(condition.begin(), condition.end(), std::back_inserter(told),
               [&](const auto& level) { return varied.contains(level.first); });
  return to_text(told.empty() ? condition : told);
}

ordered_json commands(const Summary& summary) {
  ordered_json list = ordered_json::array();
  for (const PlannedCondition& condition : summary.run.plan.conditions) {
    list.push_back(
        {{"condition", to_text(condition.condition)}, {"command", shell_quoted(start_by_hand(summary, condition))}});
  }
  return list;
}

/// Mitigations that are in force, or would be needed and are not.
std::string mitigations(const nlohmann::json& environment) {
  std::vector<std::string> parts;
  for (const auto& [name, state] : value_at(environment, "/machine/mitigations").items()) {
    if (state.is_string() && state != "Not affected") parts.push_back(name + ": " + state.get<std::string>());
  }
  return joined(parts, "; ");
}

/// The members of the environment that say something to a reader, as name and text; lists and objects as JSON.
ordered_json environment(const Summary& summary) {
  ordered_json list = ordered_json::array();
  const auto add = [&](const std::string& name, const nlohmann::json& value) {
    if (!value.is_null()) list.push_back({name, value.is_string() ? value.get<std::string>() : to_line(value)});
  };
  for (const char* part : {"machine", "engine", "images", "probe"}) {
    const nlohmann::json& members = value_at(summary.run.environment, fmt::format("/{}", part));
    if (!members.is_object()) {
      add(part, members);
      continue;
    }
    for (const auto& [key, value] : members.items()) {
      if (key != "info" && key != "version" && key != "mitigations") add(fmt::format("{} {}", part, key), value);
    }
  }
  add("mitigations", mitigations(summary.run.environment));
  add("engine client", value_at(summary.run.environment, "/engine/version/Client/Version"));
  add("engine server", value_at(summary.run.environment, "/engine/version/Server/Version"));
  add("probe", value_at(summary.run.environment, "/probe/version"));
  add("orchestrate", summary.run.version);
  add("seed", summary.run.plan.seed);
  return list;
}

ordered_json findings_json(const Summary& summary) {
  ordered_json list = ordered_json::array();
  for (const Finding& one : findings(summary)) {
    list.push_back({{"title", one.title},
                    {"operations", joined(one.operations)},
                    {"reason", one.reason},
                    {"meaning", one.meaning}});
  }
  return list;
}

ordered_json statistics(const Summary& summary) {
  ordered_json findings = ordered_json::array();
  for (const StatisticalFinding& finding : statistical_findings(summary)) {
    findings.push_back({{"what", finding.what}, {"where", joined(finding.where, "; ")}});
  }
  ordered_json tables = ordered_json::array();
  for (const StatisticsTable& table : statistics_tables(summary)) {
    tables.push_back({{"caption", table.caption}, {"head", table.head}, {"rows", table.rows}});
  }
  return {{"findings", findings}, {"explained", statistics_explained(summary)}, {"tables", tables}};
}

/// Every text within made harmless to a reader: no control character, no bidirectional override.
ordered_json escaped_within(const ordered_json& value) {
  if (value.is_string()) return escaped(value.get_ref<const std::string&>());
  if (!value.is_structured()) return value;
  ordered_json result = value;
  for (auto& element : result) element = escaped_within(element);
  return result;
}

}  // namespace

ordered_json page_data(const Ledger& ledger, const Summary& summary) {
  const Plan& plan = summary.run.plan;
  const ClosingWords closing = closing_words(summary);
  ordered_json conditions = ordered_json::array();
  ordered_json short_names = ordered_json::array();
  const std::set<std::string> varied = varied_factors(plan.conditions);
  for (std::size_t i = 0; i < plan.conditions.size(); ++i) {
    const Condition condition = plan.conditions.condition(i);
    conditions.push_back(to_text(condition));
    short_names.push_back(short_name(condition, varied));
  }
  ordered_json comparisons = ordered_json::array();
  for (const Pair& pair : compared_pairs(plan)) comparisons.push_back(comparison(ledger, summary, pair));
  return escaped_within({{"experiment", plan.experiment},
                         {"question", plan.question},
                         {"started_utc", summary.run.started_utc},
                         {"exit", static_cast<int>(summary.exit)},
                         {"verdict", closing.verdict},
                         {"verdict_addition", closing.addition},
                         {"rounds", summary.rounds},
                         {"batches", plan.design.batches},
                         {"values_are", values_are(plan.design)},
                         {"interleave", to_text(plan.design.interleave) + ": " + meaning(plan.design.interleave)},
                         {"precision", escaped(precision_text(summary.precision))},
                         {"batch_ms", static_cast<double>(plan.design.batch.count()) * 1e-6},
                         {"wall_s", summary.time.wall_s},
                         {"containers", summary.finished.started},
                         {"left_behind", summary.finished.left_behind},
                         {"stopped", summary.finished.reason},
                         {"hand_over", hand_over_sentence(summary)},
                         {"not_by_futex", hand_over_reasons(summary)},
                         {"article", plan.article},
                         {"conditions", conditions},
                         {"short_names", short_names},
                         {"findings", findings_json(summary)},
                         {"remarks", remarks(summary)},
                         {"comparisons", comparisons},
                         {"values", values(summary)},
                         {"claims", claim_rows(summary)},
                         {"statistics", statistics(summary)},
                         {"batches_by_operation", page_batches(ledger, summary)},
                         {"latencies", latency_charts(summary)},
                         {"attestations", attestation_rows(summary)},
                         {"environment", environment(summary)},
                         {"commands", commands(summary)}});
}

}  // namespace orchestrate
