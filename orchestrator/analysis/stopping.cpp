#include "analysis/stopping.hpp"

#include <algorithm>

#include "analysis/summary.hpp"

namespace orchestrate {
namespace {

bool has_numbers(const ContrastResult& result) {
  return result.difference_ns.has_value();
}

bool nothing_left_to_learn(const Summary& summary) {
  if (!summary.contrasts.empty()) return std::none_of(summary.contrasts.begin(), summary.contrasts.end(), has_numbers);
  return summary.operations.empty();
}

bool all_resolved(const Summary& summary) {
  return std::none_of(summary.contrasts.begin(), summary.contrasts.end(),
                      [](const ContrastResult& result) { return result.judgement.verdict == Verdict::unresolved; });
}

}  // namespace

std::optional<std::string> reason_to_stop(const Ledger& ledger, int round) {
  const Plan& plan = ledger.started()->plan;
  const bool first = round == 1;
  const bool a_look = std::find(plan.looks.begin(), plan.looks.end(), round) != plan.looks.end();
  if (!first && !a_look) return std::nullopt;
  const Summary summary = summarize(ledger);
  if (nothing_left_to_learn(summary)) return "not attested";
  if (!a_look) return std::nullopt;
  if (widest_half_width(summary) <= plan.design.precision && all_resolved(summary)) return "precision";
  if (round == plan.looks.back()) return "last look";
  return std::nullopt;
}

}  // namespace orchestrate
