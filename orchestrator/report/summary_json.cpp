#include <fmt/format.h>

#include "report/hand_over_text.hpp"
#include "report/report.hpp"
#include "report/statistics.hpp"

namespace orchestrate {
namespace {

using nlohmann::ordered_json;

Condition condition_at(const Summary& summary, std::size_t index) {
  return summary.run.plan.conditions.condition(index);
}

ordered_json json_of(const Estimate& estimate) {
  ordered_json result{{"median", estimate.median}};
  if (estimate.interval) {
    result["low"] = estimate.interval->low;
    result["high"] = estimate.interval->high;
  }
  result["smallest"] = estimate.range.low;
  result["largest"] = estimate.range.high;
  result["rounds"] = estimate.rounds;
  return result;
}

/// "p50_ns"
std::string percentile_key(double share) {
  return fmt::format("p{:.0f}_ns", 100 * share);
}

ordered_json json_of(const SystemCallsCounted& counted) {
  if (!counted.refusal.empty()) return {{"not_counted", counted.refusal}};
  return {{"calls", counted.calls}, {"by_name", counted.system_calls}, {"method", "ptrace"}};
}

void add_evidence(ordered_json& row, const OperationResult& result) {
  const OperationEvidence& evidence = result.evidence;
  if (evidence.counted) row["system_calls"] = json_of(*evidence.counted);
  if (evidence.switches) row["switches"] = *evidence.switches;
  if (evidence.apart) row["apart"] = *evidence.apart;
  for (const Mode& mode : evidence.modes) {
    row["modes"].push_back({{"what", mode.what}, {"share", mode.share}, {"ns", mode.ns}});
  }
  if (!result.note.empty()) row["note"] = result.note;
}

ordered_json misnamed(const Summary& summary) {
  ordered_json list = ordered_json::array();
  for (const Misnamed& one : summary.misnamed) {
    list.push_back({{"operation", one.operation},
                    {"condition", to_json(condition_at(summary, one.condition))},
                    {"what", one.what}});
  }
  return list;
}

ordered_json json_of(const Latency& latency) {
  ordered_json row{{"calls", latency.calls},
                   {"timed", latency.timed},
                   {"every", latency.every},
                   {"elapsed_s", latency.elapsed_s},
                   {"mean_ns", json_of(latency.mean_ns)},
                   {"smallest_ns", latency.smallest_ns},
                   {"largest_ns", latency.largest_ns},
                   {"timer",
                    {{"source", latency.timer},
                     {"ns_per_tick", latency.ns_per_tick},
                     {"step_ns", latency.timer_step_ns},
                     {"cost_ns", latency.timer_cost_ns}}}};
  for (const Percentile& percentile : latency.percentiles) {
    if (!percentile.ns) continue;
    ordered_json ns = json_of(*percentile.ns);
    ns["on_grid"] = percentile.on_grid;
    row[percentile_key(percentile.share)] = ns;
  }
  for (const Bin& bin : latency.histogram) {
    row["histogram"].push_back({{"from_ns", bin.from_ns}, {"to_ns", bin.to_ns}, {"calls", bin.calls}});
  }
  return row;
}

ordered_json latencies(const Summary& summary) {
  ordered_json list = ordered_json::array();
  for (const LatencyResult& result : summary.latencies) {
    ordered_json row{{"operation", result.operation}, {"condition", to_json(condition_at(summary, result.condition))}};
    row.update(json_of(result.latency));
    list.push_back(row);
  }
  return list;
}

ordered_json operations(const Summary& summary) {
  ordered_json list = ordered_json::array();
  for (const OperationResult& result : summary.operations) {
    ordered_json ns = json_of(result.ns);
    ns["batch_median"] = result.batch_median;
    ordered_json row{{"operation", result.operation},
                     {"condition", to_json(condition_at(summary, result.condition))},
                     {"ns", ns},
                     {"two_modes", result.two_modes}};
    add_evidence(row, result);
    add_statistics(row, result);
    for (const ArticleValue& article : summary.run.plan.article_values) {
      const bool same =
          article.operation == result.operation && article.condition == result.condition && article.quantity == "ns";
      if (same) row["article_ns"] = article.ns;
    }
    list.push_back(row);
  }
  return list;
}

ordered_json contrasts(const Summary& summary) {
  ordered_json list = ordered_json::array();
  for (const ContrastResult& result : summary.contrasts) {
    const PlannedContrast& contrast = summary.run.plan.contrasts.at(result.contrast);
    ordered_json row{{"factor", contrast.factor},
                     {"levels", {contrast.base_level, contrast.other_level}},
                     {"operation", contrast.operation},
                     {"at", to_json(contrast.at)},
                     {"expect", contrast.expect == Expect::differ ? "differ" : "match"},
                     {"verdict", to_text(result.judgement.verdict)},
                     {"as_expected", result.as_expected},
                     {"reason", result.judgement.reason}};
    if (result.difference_ns) {
      row["difference_ns"] = json_of(*result.difference_ns);
      row["two_modes"] = result.two_modes;
    }
    if (result.ratio) row["ratio"] = json_of(*result.ratio);
    add_statistics(row, result);
    list.push_back(row);
  }
  for (const SkippedContrast& contrast : summary.run.plan.skipped_contrasts) {
    list.push_back({{"factor", contrast.factor},
                    {"levels", {contrast.base_level, contrast.other_level}},
                    {"operation", contrast.operation},
                    {"at", to_json(contrast.at)},
                    {"expect", contrast.expect == Expect::differ ? "differ" : "match"},
                    {"verdict", "skipped"},
                    {"reason", contrast.reason}});
  }
  return list;
}

ordered_json claims(const Summary& summary) {
  ordered_json list = ordered_json::array();
  for (const ClaimResult& result : summary.claims) {
    const PlannedClaim& claim = summary.run.plan.claims.at(result.claim);
    ordered_json row{{"id", claim.id}, {"says", claim.says}, {"expression", claim.expression}};
    if (!claim.unit.empty()) row["unit"] = claim.unit;
    if (result.value) row["value"] = json_of(*result.value);
    if (claim.article) row["article"] = *claim.article;
    row["expect"] = claim.expect.text;
    row["verdict"] = to_text(result.verdict);
    if (!result.reason.empty()) row["reason"] = result.reason;
    list.push_back(row);
  }
  return list;
}

/// A source without a say is left out; one that should have said something and did not has no level, but a reason.
void add_observation(ordered_json& row, const std::string& key, const Observation& observation) {
  if (observation.kind == Observation::Kind::silent) return;
  if (!observation.level.empty()) row[key] = observation.level;
  row[key + "_detail"] = observation.detail;
}

ordered_json attestations(const Summary& summary) {
  ordered_json list = ordered_json::array();
  for (const Attestation& attestation : summary.attestations) {
    ordered_json row{{"condition", to_json(condition_at(summary, attestation.condition))},
                     {"factor", attestation.factor},
                     {"declared", attestation.declared}};
    add_observation(row, "engine", attestation.record);
    add_observation(row, "config", attestation.config);
    // The witness is told as it was at the start, or at the end where only that contradicts.
    const bool started_well = attestation.start.kind == Observation::Kind::in_force;
    add_observation(row, "witness", started_well ? attestation.end : attestation.start);
    row["attested"] = attestation.state == Attestation::State::attested;
    row["containers"] = attestation.containers;
    if (!attestation.reason.empty()) row["reason"] = attestation.reason;
    list.push_back(row);
  }
  return list;
}

ordered_json json_of(const std::vector<std::string>& names) {
  return {{"count", names.size()}, {"names", names}};
}

/// A filter that could not be resolved has a reason and no number.
ordered_json filters(const Summary& summary) {
  ordered_json list = ordered_json::array();
  for (const FilterResult& result : summary.filters) {
    const SeccompRefusals& refusals = result.filter.refusals;
    ordered_json row{{"condition", to_json(condition_at(summary, result.condition))}};
    if (!result.filter.failure.empty()) {
      row["not_resolved"] = result.filter.failure;
    } else {
      row["loaded"] = refusals.loaded;
      row["refused"] = json_of(refusals.refused);
      row["for_some_arguments"] = json_of(refusals.refused_for_some_arguments);
      row["allowed"] = refusals.allowed;
      if (!refusals.unknown.empty()) row["unknown_names"] = refusals.unknown;
      row["resolved_by"] = refusals.resolved_by;
      row["architecture"] = refusals.architecture;
    }
    list.push_back(row);
  }
  return list;
}

ordered_json twins(const Summary& summary) {
  ordered_json list = ordered_json::array();
  for (const TwinResult& twin : summary.twins) {
    list.push_back({{"condition", to_json(condition_at(summary, twin.condition))},
                    {"operation", twin.operation},
                    {"difference_ns", json_of(twin.difference_ns)}});
  }
  return list;
}

ordered_json skipped(const Summary& summary) {
  ordered_json list = ordered_json::array();
  for (const SkippedLevel& one : summary.run.plan.skipped) {
    list.push_back({{"factor", one.factor}, {"level", one.level}, {"reason", one.reason}});
  }
  return list;
}

ordered_json problems(const Summary& summary) {
  ordered_json list = ordered_json::array();
  for (const RoundFailed& problem : summary.problems) {
    ordered_json row{
        {"round", problem.round}, {"group", problem.group}, {"kind", problem.kind}, {"what", problem.what}};
    if (problem.slot) {
      const Group& group = summary.run.plan.groups.at(problem.group);
      row["condition"] = to_json(condition_at(summary, group.condition_of(*problem.slot)));
    }
    list.push_back(row);
  }
  return list;
}

ordered_json given_up(const Summary& summary) {
  ordered_json list = ordered_json::array();
  for (const ConditionGivenUp& one : summary.given_up) {
    ordered_json row{{"round", one.round}, {"group", one.group}, {"kind", one.kind}, {"what", one.what}};
    if (one.condition) row["condition"] = to_json(condition_at(summary, *one.condition));
    list.push_back(row);
  }
  return list;
}

/// Why turns went by stdio, where that was not asked for; one entry a group.
ordered_json not_by_futex(const Summary& summary) {
  ordered_json list = ordered_json::array();
  for (const HandOverChosen& chosen : summary.hand_overs) {
    if (!chosen.reason.empty()) list.push_back({{"group", chosen.group}, {"why", chosen.reason}});
  }
  return list;
}

/// The rules by which the numbers came about, so that the file can be read without the program's manual.
ordered_json rules(const Summary& summary) {
  const Design& design = summary.run.plan.design;
  const bool by_median = design.estimator == Estimator::median;
  ordered_json row{
      {"estimator", by_median ? "median" : "floor"},
      {"value", by_median ? "median of a round's batches, then the median over rounds"
                          : "floor: 10th percentile of a round's batches (nearest rank), then the median over "
                            "rounds"},
      {"interval", "95 %, order statistics of the rounds, alpha spent over the looks"},
      {"equality_margin", "1 % of the base's value, at least 1 ns"},
      {"equivalence", "matches: two one-sided sign tests at 2.5 % each, the 95 % interval within the margin"},
      {"p", "sign test of the rounds' differences, all looks paid for; p_holm: corrected by Holm's step-down"},
      {"outlying_rounds", "Tukey's fences, labelled and never dropped"},
      {"drift", "Theil's slope over the rounds, Kendall's test"},
      {"two_modes", "median of batches above their floor by 5 % and 1 ns, and Hartigan's dip at 5 %"},
      {"interleave", to_text(design.interleave)},
      {"interleaved", meaning(design.interleave)},
      {"hand_over", hand_over_ways(summary, ", ")},
      {"hand_over_not_by_futex", not_by_futex(summary)},
      {"batch_ns", design.batch.count()},
      {"batches", design.batches},
      {"looks", summary.run.plan.looks},
      {"precision", design.precision},
      {"seed", summary.run.plan.seed}};
  if (design.time_budget) row["time_budget_ns"] = design.time_budget->count();
  return row;
}

ordered_json json_of(const Precision& precision) {
  ordered_json row{{"wanted", precision.wanted}};
  if (precision.reached) row["reached"] = *precision.reached;
  if (!precision.widest.empty()) row["widest"] = precision.widest;
  if (precision.rounds_needed > 0) {
    row["rounds_needed"] = precision.rounds_needed;
    row["seconds_needed"] = precision.seconds_needed;
  }
  return row;
}

}  // namespace

ordered_json summary_json(const Summary& summary) {
  ordered_json document{
      {"schema", "orchestrate-summary/1"},
      {"experiment", summary.run.plan.experiment},
      {"run", summary.run.run},
      {"started_utc", summary.run.started_utc},
      {"version", summary.run.version},
      {"exit", static_cast<int>(summary.exit)},
      {"stopped", summary.finished.reason},
      {"rounds", summary.rounds},
      {"resumptions", summary.resumptions},
      {"other_runs", summary.other_runs},
      {"precision", json_of(summary.precision)},
      {"rules", rules(summary)},
      {"operations", operations(summary)},
      {"misnamed", misnamed(summary)},
      {"latencies", latencies(summary)},
      {"contrasts", contrasts(summary)},
      {"claims", claims(summary)},
      {"skipped", skipped(summary)},
      {"attestations", attestations(summary)},
      {"filters", filters(summary)},
      {"twin", twins(summary)},
      {"problems", problems(summary)},
      {"given_up", given_up(summary)},
      {"containers", {{"started", summary.finished.started}, {"left_behind", summary.finished.left_behind}}},
      {"time",
       {{"wall_s", summary.time.wall_s},
        {"measuring_s", summary.time.measuring_s},
        {"batches_s", summary.time.batches_s},
        {"lockstep_s", summary.time.lockstep_s},
        {"starting_s", summary.time.starting_s},
        {"ending_s", summary.time.ending_s}}}};
  if (const auto& earlier = summary.run.continues) {
    document["continues"] = {{"folder", earlier->folder}, {"changes", earlier->changes}};
  }
  return document;
}

}  // namespace orchestrate
