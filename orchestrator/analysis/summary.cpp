#include "analysis/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "analysis/contrast.hpp"
#include "analysis/estimate.hpp"
#include "analysis/holm.hpp"
#include "analysis/quantity.hpp"
#include "analysis/round_values.hpp"
#include "experiment/expression.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

/// One pass over a ledger; holds what several results need.
class Analyst {
 public:
  explicit Analyst(const Ledger& ledger)
      : ledger_(ledger), plan_(ledger.started()->plan), seats_(plan_.conditions.size()) {
    for (std::size_t group = 0; group < plan_.groups.size(); ++group) {
      const auto& members = plan_.groups[group].conditions;
      for (std::size_t slot = 0; slot < members.size(); ++slot) seats_[members[slot]] = {group, slot};
    }
    find_pairs_treated_alike();
  }

  std::vector<OperationResult> operations() const;
  std::vector<OperationResult> costs() const;
  std::vector<Misnamed> misnamed() const;
  std::vector<LatencyResult> latencies() const;
  std::vector<ContrastResult> contrasts() const;
  void diagnose(std::vector<ContrastResult>& contrasts) const;
  std::vector<ClaimResult> claims() const;
  std::vector<TwinResult> twins() const;
  std::vector<FilterResult> filters() const;

 private:
  const Series& series(std::size_t condition, const std::string& operation) const {
    return ledger_.series(seats_[condition].group, seats_[condition].slot, operation);
  }

  OperationEvidence evidence(std::size_t condition, const std::string& operation) const {
    const Seat& seat = seats_[condition];
    return evidence_of(ledger_.counted(seat.group, seat.slot, operation), series(condition, operation));
  }

  const Series& twin_series(std::size_t group, const std::string& operation) const {
    return ledger_.series(group, plan_.groups[group].conditions.size(), operation);
  }

  /// What the rounds are worth.
  const std::vector<double>& values(const Series& series) const { return round_values(series, plan_.design.estimator); }

  Estimate estimate(const std::vector<double>& values) const { return orchestrate::estimate(values, plan_.looks); }
  std::optional<Estimate> twin_difference(std::size_t group, const std::string& operation) const;
  Attestation::State state_of(std::size_t condition) const;
  std::string reasons(const std::vector<std::size_t>& conditions, Attestation::State state) const;
  std::string why_never_attested(const std::vector<std::size_t>& conditions) const;
  bool treated_alike(const PlannedContrast& contrast) const;
  void find_pairs_treated_alike();
  ContrastResult judged(std::size_t index) const;
  ContrastResult withheld(std::size_t index, Attestation::State state) const;
  ClaimResult judged_claim(std::size_t index) const;
  std::string why_withheld(const PlannedClaim::Operand& operand) const;
  std::string where_ends_ran(const PlannedClaim& claim) const;
  QuantityValues quantity(const PlannedClaim::Operand& operand) const;

  const Ledger& ledger_;
  const Plan& plan_;
  std::vector<Seat> seats_;
  std::map<std::size_t, std::string> alike_;  ///< conditions of a pair that was treated alike, and the finding in words
};

std::optional<Estimate> Analyst::twin_difference(std::size_t group, const std::string& operation) const {
  const auto& own = values(series(plan_.groups[group].conditions.front(), operation));
  const auto differences = paired(own, values(twin_series(group, operation)), std::minus<>{});
  if (differences.empty()) return std::nullopt;
  return estimate(differences);
}

bool Analyst::treated_alike(const PlannedContrast& contrast) const {
  const auto& base = ledger_.likenesses(contrast.base);
  const auto& other = ledger_.likenesses(contrast.other);
  return std::any_of(base.begin(), base.end(), [&](const std::string& one) { return other.contains(one); });
}

/// Two levels that are to be contrasted, whose measured processes see exactly the same of themselves, are one run
/// twice, even where each looks right alone; neither's numbers can be believed. Where one is not attested, that says it
/// all.
void Analyst::find_pairs_treated_alike() {
  constexpr auto attested = Attestation::State::attested;
  std::map<std::size_t, std::string> found;
  for (const PlannedContrast& contrast : plan_.contrasts) {
    const bool each_looks_right = state_of(contrast.base) == attested && state_of(contrast.other) == attested;
    if (!each_looks_right || !treated_alike(contrast)) continue;
    found[contrast.base] = found[contrast.other] = fmt::format(
        "{0} {1} and {0} {2}: the measured processes see exactly the same of themselves, so the pair is one "
        "run twice, although each looks right alone",
        contrast.factor, contrast.base_level, contrast.other_level);
  }
  alike_ = std::move(found);
}

/// The worst of a condition's attestations; a condition that was never started is unattested.
Attestation::State Analyst::state_of(std::size_t condition) const {
  if (alike_.contains(condition)) return Attestation::State::swallowed;
  auto state = Attestation::State::attested;
  bool any = false;
  for (const Attestation& attestation : ledger_.attestations()) {
    if (attestation.condition != condition) continue;
    any = true;
    state = std::max(state, attestation.state);
  }
  return any ? state : Attestation::State::unattested;
}

std::string Analyst::reasons(const std::vector<std::size_t>& conditions, Attestation::State state) const {
  std::string text;
  for (const Attestation& attestation : ledger_.attestations()) {
    const bool ours = std::find(conditions.begin(), conditions.end(), attestation.condition) != conditions.end();
    if (!ours || attestation.state != state) continue;
    if (!text.empty()) text += "; ";
    text += attestation.reason;
  }
  for (const std::size_t condition : conditions) {
    if (text.empty() && alike_.contains(condition)) text = alike_.at(condition);
  }
  return text.empty() ? why_never_attested(conditions) : text;
}

/// Where a group ended before a condition in it had a complete round, for what reason.
std::string Analyst::why_never_attested(const std::vector<std::size_t>& conditions) const {
  for (const ConditionGivenUp& given_up : ledger_.given_up()) {
    const auto ended_with = [&](std::size_t condition) {
      return seats_[condition].group == given_up.group && ledger_.absences().groups.contains(given_up.group);
    };
    if (std::any_of(conditions.begin(), conditions.end(), ended_with)) {
      return fmt::format("it ended with the others of its group. {}", first_line(given_up.what));
    }
  }
  return "no container of this condition was ever attested";
}

/// What the operations cost, as far as it may be shown, and what is known of their batches; not yet how those are
/// distributed.
std::vector<OperationResult> Analyst::costs() const {
  std::vector<OperationResult> results;
  for (const std::string& operation : plan_.operations) {
    for (std::size_t condition = 0; condition < plan_.conditions.size(); ++condition) {
      const Series& measured = series(condition, operation);
      if (values(measured).empty() || state_of(condition) != Attestation::State::attested) continue;
      OperationEvidence evidence = this->evidence(condition, operation);
      if (!contradiction(operation, evidence).empty()) continue;
      OperationResult result;
      result.condition = condition;
      result.operation = operation;
      result.ns = estimate(values(measured));
      result.evidence = std::move(evidence);
      results.push_back(std::move(result));
    }
  }
  return results;
}

/// A median of batches that stands well above their floor: 5 %, and more than 1 ns. That is how a second mode shows,
/// and so does a long tail.
bool far_above(double batch_median, double floor) {
  return batch_median - floor > std::max(0.05 * floor, 1.0);
}

std::vector<OperationResult> Analyst::operations() const {
  std::vector<OperationResult> results = costs();
  for (OperationResult& result : results) {
    const Series& measured = series(result.condition, result.operation);
    result.note = another_quantity(result.operation, result.evidence, ledger_.witness(result.condition));
    result.batch_median = median(measured.batches);
    const bool apart = far_above(result.batch_median, median(measured.floors));
    result.batches = diagnose_batches(measured.batches, measured.floors.size(), apart);
    result.two_modes = apart && result.batches.modes && result.batches.modes->p <= default_alpha;
    result.skewed = apart && !result.two_modes;
    result.rounds = diagnose_rounds(values(measured));
  }
  return results;
}

std::vector<Misnamed> Analyst::misnamed() const {
  std::vector<Misnamed> results;
  for (const std::string& operation : plan_.operations) {
    for (std::size_t condition = 0; condition < plan_.conditions.size(); ++condition) {
      std::string what = contradiction(operation, evidence(condition, operation));
      if (!what.empty()) results.push_back({condition, operation, std::move(what)});
    }
  }
  return results;
}

std::vector<LatencyResult> Analyst::latencies() const {
  std::vector<LatencyResult> results;
  for (const std::string& operation : plan_.samples.operations) {
    for (std::size_t condition = 0; condition < plan_.conditions.size(); ++condition) {
      const Seat& seat = seats_[condition];
      const auto& rounds = ledger_.samples(seat.group, seat.slot, operation);
      const bool shown = state_of(condition) == Attestation::State::attested &&
                         contradiction(operation, evidence(condition, operation)).empty();
      if (shown && !rounds.empty()) results.push_back({condition, operation, latency_of(rounds, plan_.looks)});
    }
  }
  return results;
}

ContrastResult Analyst::withheld(std::size_t index, Attestation::State state) const {
  const PlannedContrast& contrast = plan_.contrasts[index];
  const bool swallowed = state == Attestation::State::swallowed;
  ContrastResult result;
  result.contrast = index;
  result.judgement = {swallowed ? Verdict::swallowed : Verdict::unattested,
                      reasons({contrast.base, contrast.other}, state)};
  result.treated_alike = treated_alike(contrast);
  return result;
}

ContrastResult Analyst::judged(std::size_t index) const {
  const PlannedContrast& contrast = plan_.contrasts[index];
  const auto state = std::max(state_of(contrast.base), state_of(contrast.other));
  if (state != Attestation::State::attested) return withheld(index, state);
  for (const std::size_t condition : {contrast.base, contrast.other}) {
    std::string what = contradiction(contrast.operation, evidence(condition, contrast.operation));
    if (!what.empty()) return {index, {Verdict::unattested, std::move(what)}, false, false, {}, {}, false};
  }
  const std::size_t group = seats_[contrast.base].group;
  const auto twins = twin_difference(group, contrast.operation);
  const Series& base = series(contrast.base, contrast.operation);
  const Series& other = series(contrast.other, contrast.operation);
  if (!twins || values(base).empty()) return withheld(index, Attestation::State::unattested);

  ContrastResult result;
  result.contrast = index;
  const Difference difference = difference_between(values(base), values(other), *twins, plan_.looks);
  result.difference_ns = difference.ns;
  result.ratio = difference.ratio;
  result.judgement = difference.judgement;
  result.tests = {difference.p, difference.p, difference.margin_ns, difference.equivalence_p};
  const double by_floors = median(paired(base.floors, other.floors, std::minus<>{}));
  const double by_medians = median(paired(base.medians, other.medians, std::minus<>{}));
  result.two_modes = std::abs(by_medians - by_floors) > difference.margin_ns;
  const Verdict wanted = contrast.expect == Expect::differ ? Verdict::differs : Verdict::matches;
  result.as_expected = result.judgement.verdict == wanted;
  return result;
}

std::vector<ContrastResult> Analyst::contrasts() const {
  std::vector<ContrastResult> results;
  for (std::size_t index = 0; index < plan_.contrasts.size(); ++index) results.push_back(judged(index));
  return results;
}

/// Adds what no verdict needs: the p-values corrected for being a family, and what is odd about the rounds.
void Analyst::diagnose(std::vector<ContrastResult>& contrasts) const {
  std::vector<double> p;
  for (ContrastResult& result : contrasts) {
    if (!result.tests) continue;
    p.push_back(result.tests->p);
    const PlannedContrast& contrast = plan_.contrasts[result.contrast];
    const Series& base = series(contrast.base, contrast.operation);
    const Series& other = series(contrast.other, contrast.operation);
    result.rounds = diagnose_rounds(paired(values(base), values(other), std::minus<>{}));
  }
  const std::vector<double> corrected = holm(p);
  auto next = corrected.begin();
  for (ContrastResult& result : contrasts) {
    if (result.tests) result.tests->p_holm = *next++;
  }
}

/// Where a claim's interval lies among the values that it allows.
ClaimVerdict placed(const Estimate& value, const Expectation& expect, std::string& reason) {
  if (!value.interval) {
    reason = fmt::format("an interval needs 6 rounds, and there are {}", value.rounds);
    return ClaimVerdict::unresolved;
  }
  if (value.interval->low >= expect.low && value.interval->high <= expect.high) return ClaimVerdict::holds;
  if (value.interval->high < expect.low || value.interval->low > expect.high) {
    reason = fmt::format("the whole interval lies outside of {}", expect.text);
    return ClaimVerdict::fails;
  }
  reason = fmt::format("the interval lies on both sides of {}", expect.text);
  return ClaimVerdict::unresolved;
}

/// Why the number that an operand stands for may not be shown; empty where it may.
std::string Analyst::why_withheld(const PlannedClaim::Operand& operand) const {
  const auto state = state_of(operand.condition);
  if (state != Attestation::State::attested) return reasons({operand.condition}, state);
  return contradiction(operand.operation, evidence(operand.condition, operand.operation));
}

QuantityValues Analyst::quantity(const PlannedClaim::Operand& operand) const {
  const Seat& seat = seats_[operand.condition];
  return values_of(
      operand.quantity,
      {series(operand.condition, operand.operation), ledger_.counted(seat.group, seat.slot, operand.operation),
       ledger_.samples(seat.group, seat.slot, operand.operation), ledger_.witness(operand.condition),
       ledger_.filter(operand.condition), static_cast<std::size_t>(ledger_.complete_rounds(seat.group)),
       plan_.design.estimator});
}

/// What may explain a claim that does not hold: "; pipe_pingpong at cpus unpinned: …". Empty for operations with one
/// end.
std::string Analyst::where_ends_ran(const PlannedClaim& claim) const {
  std::string text;
  for (const auto& [name, operand] : claim.operands) {
    const auto apart = evidence(operand.condition, operand.operation).apart;
    if (!apart) continue;
    text += fmt::format("; {} at {}: the ends ran on two CPUs in {:.0f} % of the batches", operand.operation,
                        to_text(plan_.conditions[operand.condition].condition), 100 * *apart);
  }
  return text;
}

ClaimResult Analyst::judged_claim(std::size_t index) const {
  const PlannedClaim& claim = plan_.claims[index];
  ClaimResult result;
  result.claim = index;
  if (!claim.skipped.empty()) {
    result.verdict = ClaimVerdict::skipped;
    result.reason = claim.skipped;
    return result;
  }
  std::size_t rounds = std::numeric_limits<std::size_t>::max();
  std::map<std::string, std::vector<double>> operands;
  for (const auto& [name, operand] : claim.operands) {
    result.reason = why_withheld(operand);
    if (!result.reason.empty()) return result;
    QuantityValues found = quantity(operand);
    if (!found.missing.empty()) {
      result.verdict = ClaimVerdict::unresolved;
      result.reason = found.missing;
      return result;
    }
    rounds = std::min(rounds, found.values.size());
    operands[name] = std::move(found.values);
  }
  std::vector<double> values;
  for (std::size_t round = 0; round < rounds && !operands.empty(); ++round) {
    std::map<std::string, double> named;
    for (const auto& [name, of_rounds] : operands) named[name] = of_rounds[round];
    values.push_back(evaluate(claim.expression, named));
  }
  result.verdict = ClaimVerdict::unresolved;
  if (values.empty()) {
    result.reason = "nothing was measured";
  } else if (!std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); })) {
    result.reason = "not resolved: in some round a net cost is zero or less, so the expression has no value";
  } else {
    result.value = estimate(values);
    result.verdict = placed(*result.value, claim.expect, result.reason);
    if (result.verdict != ClaimVerdict::holds) result.reason += where_ends_ran(claim);
  }
  return result;
}

std::vector<ClaimResult> Analyst::claims() const {
  std::vector<ClaimResult> results;
  for (std::size_t index = 0; index < plan_.claims.size(); ++index) results.push_back(judged_claim(index));
  return results;
}

std::vector<TwinResult> Analyst::twins() const {
  std::vector<TwinResult> results;
  for (std::size_t group = 0; group < plan_.groups.size(); ++group) {
    const std::size_t condition = plan_.groups[group].conditions.front();
    if (state_of(condition) != Attestation::State::attested) continue;
    for (const std::string& operation : plan_.operations) {
      if (!contradiction(operation, evidence(condition, operation)).empty()) continue;
      if (const auto difference = twin_difference(group, operation)) {
        results.push_back({condition, operation, *difference});
      }
    }
  }
  return results;
}

std::vector<FilterResult> Analyst::filters() const {
  std::vector<FilterResult> results;
  for (std::size_t condition = 0; condition < plan_.conditions.size(); ++condition) {
    if (state_of(condition) != Attestation::State::attested) continue;
    if (const FilterResolved* filter = ledger_.filter(condition)) results.push_back({condition, *filter});
  }
  return results;
}

Times times(const Ledger& ledger) {
  constexpr double ns = 1e-9;
  Times total;
  for (const RoundFinished& round : ledger.rounds()) {
    total.measuring_s += static_cast<double>(round.measuring_ns + round.sampling_ns) * ns;
    total.batches_s += static_cast<double>(round.measuring_ns) * ns;
    total.lockstep_s += static_cast<double>(round.lockstep_ns) * ns;
    total.starting_s += static_cast<double>(round.starting_ns) * ns;
    total.ending_s += static_cast<double>(round.ending_ns) * ns;
  }
  if (ledger.finished()) total.wall_s = static_cast<double>(ledger.finished()->wall_ns) * ns;
  return total;
}

ExitStatus exit_status(const Summary& summary) {
  ExitStatus status = ExitStatus::success;
  for (const ContrastResult& contrast : summary.contrasts) {
    if (!contrast.as_expected) status = worse(status, ExitStatus::expectation_failed);
  }
  for (const ClaimResult& claim : summary.claims) {
    const bool judged = claim.verdict != ClaimVerdict::skipped;
    if (judged && claim.verdict != ClaimVerdict::holds) status = worse(status, ExitStatus::expectation_failed);
  }
  for (const Attestation& attestation : summary.attestations) {
    if (attestation.state != Attestation::State::attested) status = worse(status, ExitStatus::not_attested);
  }
  if (!summary.misnamed.empty()) status = worse(status, ExitStatus::not_attested);
  for (const ContrastResult& contrast : summary.contrasts) {
    if (contrast.judgement.verdict == Verdict::swallowed) status = worse(status, ExitStatus::not_attested);
  }
  if (!summary.given_up.empty()) status = worse(status, ExitStatus::not_attested);
  const bool nothing_measured = summary.finished.reason == "given up" && summary.time.batches_s == 0;
  const bool cut_short = summary.finished.reason == "failed" || summary.finished.reason == "time limit";
  if (summary.finished.left_behind > 0 || cut_short || nothing_measured) {
    status = worse(status, ExitStatus::environment);
  }
  if (summary.finished.reason == "interrupted") status = worse(status, ExitStatus::interrupted);
  return status;
}

/// All series of rounds of a run that may drift are one family.
void correct_trends(Summary& summary) {
  std::vector<RoundsDiagnosis*> family;
  const auto collect = [&](RoundsDiagnosis& rounds) {
    if (rounds.trend) family.push_back(&rounds);
  };
  for (ContrastResult& contrast : summary.contrasts) collect(contrast.rounds);
  for (OperationResult& operation : summary.operations) collect(operation.rounds);
  std::vector<double> p;
  p.reserve(family.size());
  for (const RoundsDiagnosis* rounds : family) p.push_back(rounds->trend->p);
  const std::vector<double> corrected = holm(p);
  for (std::size_t i = 0; i < family.size(); ++i) family[i]->trend_p_holm = corrected[i];
}

/// What decides whether a run is precise enough: a contrast or an operation, the other is null.
struct Wide {
  const ContrastResult* contrast;
  const OperationResult* operation;
  const Estimate* estimate;

  [[nodiscard]] double half_width() const { return relative_half_width(*estimate); }
};

/// The attested contrasts; where there are no contrasts at all, the operations.
std::vector<Wide> all_widths(const Summary& summary) {
  std::vector<Wide> all;
  for (const ContrastResult& one : summary.contrasts) {
    if (one.ratio) all.push_back({&one, nullptr, &*one.ratio});
  }
  if (!summary.contrasts.empty()) return all;
  for (const OperationResult& one : summary.operations) all.push_back({nullptr, &one, &one.ns});
  return all;
}

/// For a person.
std::string name_of_wide(const Wide& wide, const Plan& plan) {
  if (wide.operation != nullptr) {
    return fmt::format("{} at {}", wide.operation->operation,
                       to_text(plan.conditions.condition(wide.operation->condition)));
  }
  const PlannedContrast& contrast = plan.contrasts[wide.contrast->contrast];
  return fmt::format("{}, {} {} | {}{}", contrast.operation, contrast.factor, contrast.base_level, contrast.other_level,
                     contrast.at.empty() ? "" : " at " + to_text(contrast.at));
}

Precision precision(const Summary& summary, const Ledger& ledger) {
  const Plan& plan = summary.run.plan;
  Precision result;
  result.wanted = plan.design.precision;
  const std::vector<Wide> all = all_widths(summary);
  const auto widest = std::max_element(all.begin(), all.end(),
                                       [](const Wide& a, const Wide& b) { return a.half_width() < b.half_width(); });
  if (widest == all.end()) return result;
  constexpr int fewest_with_interval = 6;
  const double half_width = widest->half_width();
  const bool any_interval = std::isfinite(half_width);
  result.widest = name_of_wide(*widest, plan);
  if (any_interval) result.reached = half_width;
  if (half_width <= result.wanted) return result;
  const double factor = any_interval ? std::pow(half_width / result.wanted, 2) : 0;
  // Beyond what any run would do, the number says no more than that.
  result.rounds_needed =
      std::max(fewest_with_interval, static_cast<int>(std::min(1e9, std::ceil(widest->estimate->rounds * factor))));
  double seconds = 0;
  for (const RoundFinished& round : ledger.rounds()) seconds += static_cast<double>(wall_ns(round)) * 1e-9;
  const auto rounds = static_cast<double>(ledger.rounds().size()) / static_cast<double>(plan.groups.size());
  result.seconds_needed = result.rounds_needed * seconds / rounds;
  return result;
}

/// The fewest of the groups that did not end early; of all where all did.
int complete_rounds(const Ledger& ledger) {
  const std::set<std::size_t>& ended = ledger.absences().groups;
  const std::size_t groups = ledger.started()->plan.groups.size();
  int fewest = std::numeric_limits<int>::max();
  for (std::size_t group = 0; group < groups; ++group) {
    if (ended.size() == groups || !ended.contains(group)) fewest = std::min(fewest, ledger.complete_rounds(group));
  }
  return fewest;
}

}  // namespace

std::string to_text(ClaimVerdict verdict) {
  switch (verdict) {
    case ClaimVerdict::holds:
      return "holds";
    case ClaimVerdict::fails:
      return "fails";
    case ClaimVerdict::unresolved:
      return "unresolved";
    case ClaimVerdict::withheld:
      return "withheld";
    case ClaimVerdict::skipped:
      return "skipped";
  }
  return {};
}

Summary summarize(const Ledger& ledger) {
  if (!ledger.started()) throw UsageFailure("the journal is empty: nothing was run");
  Summary summary;
  summary.run = *ledger.started();
  summary.finished = ledger.finished().value_or(RunFinished{});
  summary.resumptions = ledger.resumptions();
  summary.other_runs = ledger.other_runs();
  summary.rounds = complete_rounds(ledger);
  const Analyst analyst(ledger);
  summary.operations = analyst.operations();
  summary.misnamed = analyst.misnamed();
  summary.latencies = analyst.latencies();
  summary.contrasts = analyst.contrasts();
  analyst.diagnose(summary.contrasts);
  correct_trends(summary);
  summary.claims = analyst.claims();
  summary.twins = analyst.twins();
  summary.filters = analyst.filters();
  summary.attestations = ledger.attestations();
  summary.problems = ledger.problems();
  summary.given_up = ledger.given_up();
  summary.time = times(ledger);
  for (const auto& [group, chosen] : ledger.hand_overs()) summary.hand_overs.push_back(chosen);
  summary.precision = precision(summary, ledger);
  summary.exit = exit_status(summary);
  return summary;
}

Summary summarize_for_stopping(const Ledger& ledger) {
  Summary summary;
  summary.run = *ledger.started();
  const Analyst analyst(ledger);
  summary.contrasts = analyst.contrasts();
  if (summary.contrasts.empty()) summary.operations = analyst.costs();
  return summary;
}

double widest_half_width(const Summary& summary) {
  double widest = 0;
  for (const Wide& one : all_widths(summary)) widest = std::max(widest, one.half_width());
  return widest;
}

double widest_half_width(const Summary& summary, std::size_t group) {
  const Plan& plan = summary.run.plan;
  const auto& members = plan.groups.at(group).conditions;
  double widest = 0;
  for (const Wide& one : all_widths(summary)) {
    const std::size_t condition =
        one.operation != nullptr ? one.operation->condition : plan.contrasts[one.contrast->contrast].base;
    const bool of_group = std::find(members.begin(), members.end(), condition) != members.end();
    if (of_group) widest = std::max(widest, one.half_width());
  }
  return widest;
}

}  // namespace orchestrate
