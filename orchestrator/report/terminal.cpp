#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "analysis/round_values.hpp"
#include "report/comparison.hpp"
#include "report/filter_text.hpp"
#include "report/findings.hpp"
#include "report/hand_over_text.hpp"
#include "report/latency_text.hpp"
#include "report/numbers.hpp"
#include "report/precision_text.hpp"
#include "report/report.hpp"
#include "report/statistics.hpp"
#include "report/table.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

std::string ratio_text(double ratio) {
  return fmt::format("{:.3f}", ratio);
}

Cell verdict_cell(const ContrastResult& result) {
  const std::string verdict = to_text(result.judgement.verdict);
  if (result.as_expected) return {verdict, green};
  return {verdict + ", not as expected", result.judgement.verdict == Verdict::unresolved ? yellow : red};
}

std::string contrast_table(const Summary& summary, const Pair& pair, const Paper& paper) {
  const Plan& plan = summary.run.plan;
  const PlannedContrast& named = first_contrast_of(plan, pair);
  Table table{
      {Align::left, Align::right, Align::right, Align::right, Align::right, Align::right, Align::right, Align::left},
      {{"operation", dim},
       {"system calls", dim},
       {named.base_level, dim},
       {named.other_level, dim},
       {"difference", dim},
       {"ratio", dim},
       {"article", dim},
       {"verdict", dim}},
      {}};
  for (const std::string& operation : plan.operations) {
    std::vector<Cell> row{{operation, ""},
                          {system_calls_cell(result_of(summary, operation, pair.first)), ""},
                          {value_cell(result_of(summary, operation, pair.first)), ""},
                          {value_cell(result_of(summary, operation, pair.second)), ""},
                          {"", ""},
                          {"", ""},
                          {article_cell(summary, operation, pair), ""},
                          {"", ""}};
    if (const ContrastResult* result = contrast_of(summary, pair, operation)) {
      if (result->difference_ns) row[4].text = with_interval(*result->difference_ns);
      if (result->ratio) row[5].text = ratio_text(result->ratio->median);
      row[7] = verdict_cell(*result);
      row[7].text += caution(summary, *result);
    }
    table.rows.push_back(std::move(row));
  }
  const std::string at = named.at.empty() ? "" : fmt::format(", at {}", escaped(to_text(named.at)));
  return fmt::format("\n{} {} | {}{}: ns a call\n{}", escaped(named.factor), escaped(named.base_level),
                     escaped(named.other_level), at, to_text(table, paper));
}

/// Conditions that no contrast compares still have values.
std::string value_table(const Summary& summary, const Paper& paper) {
  Table table{{Align::left, Align::left, Align::right, Align::right, Align::right},
              {{"operation", dim}, {"condition", dim}, {"system calls", dim}, {"ns a call", dim}, {"article", dim}},
              {}};
  for (const OperationResult& result : summary.operations) {
    const auto article = article_of(summary, result.operation, result.condition);
    table.rows.push_back({{result.operation, ""},
                          {to_text(summary.run.plan.conditions[result.condition].condition), ""},
                          {system_calls_cell(&result), ""},
                          {with_interval(result.ns) + distribution_mark(result), ""},
                          {article ? number(*article) : "", ""}});
  }
  return "\n" + to_text(table, paper);
}

/// Below the tables: what cannot stand in a cell of them. How often two ends were on one CPU, how often they left it,
/// and what a number really is.
std::string notes_text(const Summary& summary, bool coloured) {
  std::string text;
  for (const OperationResult& result : summary.operations) {
    const OperationEvidence& evidence = result.evidence;
    if (!evidence.apart && result.note.empty()) continue;
    const std::string condition = to_text(summary.run.plan.conditions[result.condition].condition);
    text += fmt::format("\n{} at {}\n", escaped(result.operation), escaped(condition));
    if (evidence.apart) {
      text += fmt::format(
          "  {:.2f} context switches a call of the measuring end; ends on two CPUs in {:.0f} % of batches\n",
          evidence.switches.value_or(0), 100 * *evidence.apart);
    }
    for (const Mode& mode : evidence.modes) {
      text += fmt::format("  mode: {}, {:.0f} % of the batches, {} ns a call\n", mode.what, 100 * mode.share,
                          number(mode.ns));
    }
    if (!result.note.empty()) text += fmt::format("  {}\n", painted(escaped(result.note), yellow, coloured));
  }
  for (const Misnamed& one : summary.misnamed) {
    text += fmt::format("\n{} {} at {}\n  {}\n", painted("withheld:", red, coloured), escaped(one.operation),
                        escaped(to_text(summary.run.plan.conditions[one.condition].condition)), escaped(one.what));
  }
  return text;
}

/// What this host could not have, and the comparisons that need it; the claims say it of themselves.
std::string skipped_text(const Plan& plan, bool coloured) {
  std::string text;
  const std::string word = painted("skipped", yellow, coloured);
  for (const SkippedLevel& one : plan.skipped) {
    text += fmt::format("{}: {} {}: {}\n", word, escaped(one.factor), escaped(one.level), escaped(one.reason));
  }
  for (const SkippedContrast& one : plan.skipped_contrasts) {
    const std::string at = one.at.empty() ? "" : fmt::format(", at {}", escaped(to_text(one.at)));
    text += fmt::format("{}: {} {} | {} on {}{}\n", word, escaped(one.factor), escaped(one.base_level),
                        escaped(one.other_level), escaped(one.operation), at);
  }
  return text.empty() ? text : "\n" + text;
}

std::string claim_text(const Summary& summary, const ClaimResult& result, bool coloured) {
  static const std::map<ClaimVerdict, const char*> colours{{ClaimVerdict::holds, green},
                                                           {ClaimVerdict::fails, red},
                                                           {ClaimVerdict::unresolved, yellow},
                                                           {ClaimVerdict::withheld, red},
                                                           {ClaimVerdict::skipped, yellow}};
  const PlannedClaim& claim = summary.run.plan.claims[result.claim];
  const std::string unit = claim.unit.empty() ? "" : " " + escaped(claim.unit);
  std::string line = fmt::format(
      "  {}  {}\n", painted(fmt::format("{:<10}", to_text(result.verdict)), colours.at(result.verdict), coloured),
      escaped(claim.says));
  std::vector<std::string> facts;
  if (result.value) facts.push_back(fmt::format("here {}{}", with_interval(*result.value), unit));
  if (claim.article) facts.push_back(fmt::format("article {}{}", number(*claim.article), unit));
  facts.push_back(fmt::format("expected {}", escaped(claim.expect.text)));
  line += fmt::format("              {}\n", joined(facts, ", "));
  if (!result.reason.empty()) line += fmt::format("              {}\n", escaped(result.reason));
  return line;
}

std::string claims_text(const Summary& summary, bool coloured) {
  if (summary.claims.empty()) return {};
  std::string text = "\nclaims\n";
  for (const ClaimResult& result : summary.claims) text += claim_text(summary, result, coloured);
  return text;
}

std::string findings_text(const Summary& summary, bool coloured) {
  std::string text;
  for (const Finding& finding : findings(summary)) {
    text += fmt::format("\n{}, on {}\n  {}\n  {}\n", painted(escaped(finding.title), red, coloured),
                        escaped(joined(finding.operations)), escaped(finding.reason), finding.meaning);
  }
  return text;
}

/// One line for each factor that the file names, one for all others; each failure has a line of its own.
std::string attestation_text(const Summary& summary, bool coloured) {
  const std::set<std::string> named = named_factors(summary.run.plan);
  std::map<std::string, std::map<std::string, int>> attested;
  std::set<std::string> implied;
  std::string failures;
  for (const Attestation& attestation : summary.attestations) {
    if (attestation.state != Attestation::State::attested) {
      const bool swallowed = attestation.state == Attestation::State::swallowed;
      failures += fmt::format("  {} {}: {}\n", painted(swallowed ? "SWALLOWED" : "UNATTESTED", red, coloured),
                              escaped(attestation.factor), escaped(attestation.reason));
    } else if (named.contains(attestation.factor)) {
      attested[attestation.factor][attestation.declared] += attestation.containers;
    } else {
      implied.insert(escaped(attestation.factor + " " + attestation.declared));
    }
  }
  const std::string word = painted("attested", green, coloured);
  std::string text =
      "\nevidence (declared = what inspect shows = what the runtime was told = what the process saw, first and last)\n";
  for (const auto& [factor, levels] : attested) {
    std::vector<std::string> parts;
    for (const auto& [level, containers] : levels) parts.push_back(fmt::format("{} in {}", escaped(level), containers));
    text += fmt::format("  {} {}: {} containers\n", word, escaped(factor), joined(parts));
  }
  if (!implied.empty()) {
    text += fmt::format("  {} though not varied: {}\n", word, joined({implied.begin(), implied.end()}));
  }
  return text + failures;
}

/// What the kernel reads the time from, where clocks are measured: it decides whether the vDSO can.
std::string clocksource_text(const Summary& summary) {
  const auto& operations = summary.run.plan.operations;
  const bool any = std::any_of(operations.begin(), operations.end(),
                               [](const std::string& operation) { return operation.starts_with("clock_"); });
  const auto clocksource = text_at(summary.run.environment, "/machine/clocksource");
  return any && clocksource ? fmt::format("  clocksource {}\n", escaped(*clocksource)) : "";
}

std::string twin_text(const Summary& summary) {
  std::vector<std::string> parts;
  for (const TwinResult& twin : summary.twins) {
    parts.push_back(fmt::format("{} {} ns", escaped(twin.operation), with_interval(twin.difference_ns)));
  }
  if (parts.empty()) return {};
  return fmt::format("  twins: two identical containers differ by {}\n", joined(parts));
}

/// How turns were passed on, and how much of the time from a round's first batch to its last that left.
std::string hand_over_text(const Summary& summary) {
  const std::string sentence = hand_over_sentence(summary);
  std::string text = sentence.empty() ? "" : escaped(sentence) + "\n";
  for (const std::string& reason : hand_over_reasons(summary)) text += escaped(reason) + "\n";
  return text;
}

std::string time_text(const Summary& summary) {
  const Times& time = summary.time;
  const double share = time.wall_s > 0 ? 100 * time.measuring_s / time.wall_s : 0;
  const std::string left = summary.finished.left_behind == 0
                               ? "none left behind"
                               : fmt::format("{} LEFT BEHIND and then removed", summary.finished.left_behind);
  return fmt::format("\n{:.1f} s, {:.0f} % of it measuring; {}, {}; stopped by: {}\n", time.wall_s, share,
                     counted(static_cast<std::size_t>(summary.finished.started), "container"), left,
                     escaped(summary.finished.reason)) +
         (summary.resumptions == 0
              ? ""
              : fmt::format("resumed {}\n", counted(static_cast<std::size_t>(summary.resumptions), "time")));
}

std::string reached_text(const Summary& summary) {
  const std::string text = precision_text(summary.precision);
  return text.empty() ? "" : escaped(text) + "\n";
}

std::string closing_text(const Summary& summary, bool coloured) {
  static const std::map<ExitStatus, const char*> colours{{ExitStatus::success, green},
                                                         {ExitStatus::expectation_failed, yellow},
                                                         {ExitStatus::not_attested, red},
                                                         {ExitStatus::environment, red},
                                                         {ExitStatus::interrupted, yellow}};
  const ClosingWords words = closing_words(summary);
  return painted(words.verdict, colours.at(summary.exit), coloured) + words.addition + "\n";
}

}  // namespace

std::string terminal_report(const Summary& summary, const Paper& paper) {
  const bool coloured = paper.coloured;
  const Plan& plan = summary.run.plan;
  std::string text = fmt::format(
      "\n{}: {}\n{}, {} batches of {} ms for each operation and container; {} of batches, 95 % intervals in brackets\n"
      "{}: {}\n",
      escaped(plan.experiment), escaped(plan.question), counted(static_cast<std::size_t>(summary.rounds), "round"),
      plan.design.batches, static_cast<double>(plan.design.batch.count()) * 1e-6, values_are(plan.design),
      to_text(plan.design.interleave), meaning(plan.design.interleave));
  const auto pairs = compared_pairs(plan);
  for (const Pair& pair : pairs) text += contrast_table(summary, pair, paper);
  if (pairs.empty()) text += value_table(summary, paper);
  text += skipped_text(plan, coloured);
  text += notes_text(summary, coloured);
  text += latencies_text(summary, paper);
  text += claims_text(summary, coloured);
  text += findings_text(summary, coloured);
  text += attestation_text(summary, coloured);
  text += filter_text(summary);
  text += clocksource_text(summary);
  text += twin_text(summary);
  text += statistics_text(summary);
  if (summary.run.continues) text += fmt::format("\n{}\n", escaped(earlier_block_text(summary)));
  for (const RoundFailed& problem : summary.problems) {
    text += fmt::format("\n{}\n", escaped(problem_text(problem)));
  }
  for (const std::string& other : summary.other_runs) {
    text +=
        fmt::format("\n{}: another run measured on this machine at the same time, and the two disturb each other: {}\n",
                    painted("warning", yellow, coloured), escaped(other));
  }
  return fitted(
      text + time_text(summary) + hand_over_text(summary) + reached_text(summary) + closing_text(summary, coloured),
      paper);
}

}  // namespace orchestrate
