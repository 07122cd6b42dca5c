#include "analysis/stopping.hpp"

#include <algorithm>

namespace orchestrate {
namespace {

bool has_numbers(const ContrastResult& result) {
  return result.difference_ns.has_value();
}

/// Without what belongs to groups that have ended: no round more can change it.
Summary of_groups_that_go_on(Summary summary, const Absences& absences) {
  const Plan& plan = summary.run.plan;
  const auto has_ended = [&](std::size_t condition) {
    return absences.groups.contains(seat_of(plan, condition).group);
  };
  if (absences.groups.empty()) return summary;
  std::erase_if(summary.contrasts,
                [&](const ContrastResult& one) { return has_ended(plan.contrasts[one.contrast].base); });
  std::erase_if(summary.operations, [&](const OperationResult& one) { return has_ended(one.condition); });
  return summary;
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

bool is_precise_and_resolved(const Summary& summary, double precision) {
  return widest_half_width(summary) <= precision && all_resolved(summary);
}

std::optional<std::string> reason_to_stop(const Ledger& ledger, int round) {
  const Plan& plan = ledger.started()->plan;
  const bool first = round == 1;
  const bool a_look = std::find(plan.looks.begin(), plan.looks.end(), round) != plan.looks.end();
  if (!first && !a_look) return std::nullopt;
  const Summary summary = of_groups_that_go_on(summarize_for_stopping(ledger), ledger.absences());
  if (nothing_left_to_learn(summary)) return "not attested";
  if (!a_look) return std::nullopt;
  if (!plan.design.time_budget && is_precise_and_resolved(summary, plan.design.precision)) return "precision";
  if (round == plan.looks.back()) return "last look";
  return std::nullopt;
}

std::optional<NextLook> next_look(const Ledger& ledger) {
  const Plan& plan = ledger.started()->plan;
  const Summary summary = summarize(ledger);
  std::optional<NextLook> neediest;
  double need = 0;
  for (std::size_t group = 0; group < plan.groups.size(); ++group) {
    if (ledger.absences().groups.contains(group)) continue;
    const int rounds = ledger.complete_rounds(group);
    const auto look = std::upper_bound(plan.looks.begin(), plan.looks.end(), rounds);
    if (look == plan.looks.end()) continue;
    const bool on_its_way = std::find(plan.looks.begin(), plan.looks.end(), rounds) == plan.looks.end();
    if (on_its_way) return NextLook{group, *look};
    const double half_width = widest_half_width(summary, group);
    if (half_width <= need) continue;
    need = half_width;
    neediest = {group, *look};
  }
  return neediest;
}

}  // namespace orchestrate
