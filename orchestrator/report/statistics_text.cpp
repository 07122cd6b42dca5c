#include <fmt/format.h>

#include <algorithm>

#include "analysis/sequential_signs.hpp"
#include "report/numbers.hpp"
#include "report/statistics.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

std::string statistic_name(const Summary& summary, const OperationResult& result) {
  return fmt::format("{} at {}", result.operation, to_text(summary.run.plan.conditions[result.condition].condition));
}

std::string statistic_name(const Summary& summary, const ContrastResult& result) {
  const PlannedContrast& contrast = summary.run.plan.contrasts[result.contrast];
  const std::string at = contrast.at.empty() ? "" : " at " + to_text(contrast.at);
  return fmt::format("{} {} - {}{}", contrast.operation, contrast.base_level, contrast.other_level, at);
}

/// "+0.12", "-1.50"
std::string signed_number(double value) {
  return (value > 0 ? "+" : "") + number(value);
}

/// Only what lies far outside: of six ordinary rounds every fifth series has one beyond the inner fences.
std::vector<std::string> outlying(const Summary& summary) {
  std::vector<std::string> places;
  for (const OperationResult& result : summary.operations) {
    for (const Outlier& outlier : result.rounds.outliers) {
      if (!outlier.far) continue;
      places.push_back(fmt::format("{} {} ns in round {} (median {})", statistic_name(summary, result),
                                   number(outlier.value), outlier.index + 1, number(result.ns.median)));
    }
  }
  return places;
}

std::vector<std::string> drifting(const Summary& summary) {
  std::vector<std::string> places;
  const auto add = [&](const auto& result) {
    const auto& trend = result.rounds.trend;
    if (!trend || result.rounds.trend_p_holm > default_alpha) return;
    places.push_back(fmt::format("{} {} ns a round", statistic_name(summary, result), signed_number(trend->slope)));
  };
  for (const ContrastResult& result : summary.contrasts) add(result);
  for (const OperationResult& result : summary.operations) add(result);
  return places;
}

/// The family's size: contrasts that have numbers.
std::size_t family(const Summary& summary) {
  return static_cast<std::size_t>(std::count_if(summary.contrasts.begin(), summary.contrasts.end(),
                                                [](const ContrastResult& result) { return result.tests.has_value(); }));
}

/// Whether after so many rounds any difference could keep a p of 5 % when corrected for all contrasts.
bool are_enough_for_the_family(int rounds, const Summary& summary) {
  const std::vector<double> all_alike(static_cast<std::size_t>(rounds), 1.0);
  return sign_test(all_alike, summary.run.plan.looks) * static_cast<double>(family(summary)) <= default_alpha;
}

std::vector<std::string> not_surviving(const Summary& summary) {
  std::vector<std::string> places;
  for (const ContrastResult& result : summary.contrasts) {
    const bool taken_away = result.tests && result.judgement.verdict == Verdict::differs &&
                            result.tests->p_holm > default_alpha &&
                            are_enough_for_the_family(result.difference_ns->rounds, summary);
    if (taken_away) places.push_back(statistic_name(summary, result));
  }
  return places;
}

std::string p_cell(double p) {
  return p < 0.0001 ? "< 0.0001" : fmt::format("{:.2g}", p);
}

/// "4: 189.0 ns (far)"
std::string outliers_cell(const RoundsDiagnosis& rounds) {
  std::vector<std::string> parts;
  for (const Outlier& outlier : rounds.outliers) {
    parts.push_back(fmt::format("{}: {} ns{}", outlier.index + 1, number(outlier.value), outlier.far ? " (far)" : ""));
  }
  return joined(parts, "; ");
}

std::string drift_cell(const RoundsDiagnosis& rounds) {
  if (!rounds.trend) return {};
  return fmt::format("{} (p {})", signed_number(rounds.trend->slope), p_cell(rounds.trend_p_holm));
}

StatisticsTable table_of_contrasts(const Summary& summary) {
  StatisticsTable table{
      "Tests of the contrasts",
      {"contrast", "p", "p (Holm)", "margin, ns", "p of equivalence", "outlying rounds", "drift, ns a round"},
      {}};
  for (const ContrastResult& result : summary.contrasts) {
    if (!result.tests) continue;
    table.rows.push_back({statistic_name(summary, result), p_cell(result.tests->p), p_cell(result.tests->p_holm),
                          number(result.tests->margin_ns), p_cell(result.tests->equivalence_p),
                          outliers_cell(result.rounds), drift_cell(result.rounds)});
  }
  return table;
}

StatisticsTable table_of_operations(const Summary& summary) {
  StatisticsTable table{
      "Batches and rounds of the operations",
      {"operation", "batches", "independent", "p of one mode", "outlying rounds", "drift, ns a round"},
      {}};
  for (const OperationResult& result : summary.operations) {
    table.rows.push_back({statistic_name(summary, result), std::to_string(result.batches.count),
                          fmt::format("{:.0f}", result.batches.effective),
                          result.batches.modes ? p_cell(result.batches.modes->p) : "", outliers_cell(result.rounds),
                          drift_cell(result.rounds)});
  }
  return table;
}

}  // namespace

std::vector<StatisticalFinding> statistical_findings(const Summary& summary) {
  std::vector<StatisticalFinding> findings;
  const auto add = [&](const std::string& what, std::vector<std::string> where) {
    if (!where.empty()) findings.push_back({what, std::move(where)});
  };
  add("outlying rounds", outlying(summary));
  add("drift", drifting(summary));
  add(fmt::format("differs, but not when corrected for {} contrasts (Holm)", family(summary)), not_surviving(summary));
  return findings;
}

std::string statistics_text(const Summary& summary) {
  constexpr std::size_t most = 3;
  std::string text;
  for (const StatisticalFinding& finding : statistical_findings(summary)) {
    const std::size_t shown = std::min(finding.where.size(), most);
    const auto end = finding.where.begin() + static_cast<std::ptrdiff_t>(shown);
    const std::string more =
        shown < finding.where.size() ? fmt::format(" and {} more (summary.json)", finding.where.size() - shown) : "";
    text += fmt::format("  {}: {}{}\n", finding.what, escaped(joined({finding.where.begin(), end}, "; ")), more);
  }
  return text;
}

std::vector<StatisticsTable> statistics_tables(const Summary& summary) {
  std::vector<StatisticsTable> tables;
  for (StatisticsTable table : {table_of_contrasts(summary), table_of_operations(summary)}) {
    if (!table.rows.empty()) tables.push_back(std::move(table));
  }
  return tables;
}

std::string statistics_explained(const Summary& summary) {
  const std::size_t contrasts = family(summary);
  std::string text;
  if (contrasts > 0) {
    text += fmt::format(
        "p is that of no difference, by the sign test of the rounds with all looks paid for, and then corrected for {} "
        "by Holm; p of equivalence is that of a difference beyond the margin. ",
        counted(contrasts, "contrast"));
    if (summary.rounds > 0 && !are_enough_for_the_family(summary.rounds, summary)) {
      text += fmt::format("After {} none of so many can reach {:.2g}; a verdict does not rest on it but on the twins. ",
                          counted(static_cast<std::size_t>(summary.rounds), "round"), default_alpha);
    }
  }
  return text +
         "Outlying rounds lie beyond Tukey's fences (far: the outer ones) and count like all others. Drift is Theil's "
         "slope, its p Kendall's, corrected for all series. Independent is how many independent batches would say as "
         "much; whether they have one mode is asked (Hartigan's dip) where their median stands far above their floor.";
}

}  // namespace orchestrate
