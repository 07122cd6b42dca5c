#include <fmt/format.h>

#include "analysis/round_values.hpp"
#include "report/comparison.hpp"
#include "report/findings.hpp"
#include "report/hand_over_text.hpp"
#include "report/latency_text.hpp"
#include "report/markdown.hpp"
#include "report/numbers.hpp"
#include "report/precision_text.hpp"
#include "report/report.hpp"
#include "report/statistics.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string condition_text(const Summary& summary, std::size_t condition) {
  return in_markdown(to_text(summary.run.plan.conditions.at(condition).condition));
}

std::string interval_cell(const OperationResult* result) {
  if (result == nullptr) return "**withheld**";
  return with_interval(result->ns) + distribution_mark(*result);
}

std::string verdict_text(const Summary& summary, const ContrastResult& result) {
  const std::string verdict = to_text(result.judgement.verdict) + in_markdown(caution(summary, result));
  return result.as_expected ? verdict : fmt::format("**{}, not as expected**", verdict);
}

std::string contrast_section(const Summary& summary, const Pair& pair) {
  const Plan& plan = summary.run.plan;
  const PlannedContrast& named = first_contrast_of(plan, pair);
  Rows rows;
  for (const std::string& operation : plan.operations) {
    const OperationResult* base = result_of(summary, operation, pair.first);
    std::vector<std::string> row{in_markdown(operation),
                                 in_markdown(system_calls_cell(base)),
                                 interval_cell(base),
                                 interval_cell(result_of(summary, operation, pair.second)),
                                 "",
                                 "",
                                 in_markdown(article_cell(summary, operation, pair)),
                                 ""};
    if (const ContrastResult* result = contrast_of(summary, pair, operation)) {
      if (result->difference_ns) row[4] = with_interval(*result->difference_ns);
      if (result->ratio) row[5] = fmt::format("{:.3f}", result->ratio->median);
      row[7] = verdict_text(summary, *result);
    }
    rows.push_back(std::move(row));
  }
  const std::string at = named.at.empty() ? "" : fmt::format(", at {}", in_markdown(to_text(named.at)));
  return fmt::format("\n## {} {} against {}{}\n\nNanoseconds a call.\n\n{}", in_markdown(named.factor),
                     in_markdown(named.base_level), in_markdown(named.other_level), at,
                     markdown_table({"operation", "system calls", in_markdown(named.base_level),
                                     in_markdown(named.other_level), "difference", "ratio", "article", "verdict"},
                                    rows));
}

/// Conditions that no contrast compares still have values.
std::string value_section(const Summary& summary) {
  Rows rows;
  for (const OperationResult& result : summary.operations) {
    const auto article = article_of(summary, result.operation, result.condition);
    rows.push_back({in_markdown(result.operation), condition_text(summary, result.condition),
                    in_markdown(system_calls_cell(&result)), interval_cell(&result), article ? number(*article) : ""});
  }
  return "\n## Values\n\n" + markdown_table({"operation", "condition", "system calls", "ns a call", "article"}, rows);
}

std::string findings_section(const Summary& summary) {
  std::string text;
  for (const Finding& finding : findings(summary)) {
    text += fmt::format("\n**{}**, on {}. {}\n\n{}\n", in_markdown(finding.title),
                        in_markdown(joined(finding.operations)), finding.meaning, in_markdown(finding.reason));
  }
  for (const Misnamed& one : summary.misnamed) {
    text += fmt::format("\n**withheld**: {} at {}: {}\n", in_markdown(one.operation),
                        condition_text(summary, one.condition), in_markdown(one.what));
  }
  for (const SkippedLevel& one : summary.run.plan.skipped) {
    text +=
        fmt::format("\nskipped: {} {}: {}\n", in_markdown(one.factor), in_markdown(one.level), in_markdown(one.reason));
  }
  if (summary.run.continues) text += fmt::format("\n{}\n", in_markdown(earlier_block_text(summary)));
  for (const RoundFailed& problem : summary.problems) {
    text += fmt::format("\n{}\n", in_markdown(problem_text(problem)));
  }
  return text;
}

std::string notes_section(const Summary& summary) {
  std::string text;
  for (const OperationResult& result : summary.operations) {
    if (result.note.empty()) continue;
    text += fmt::format("- {} at {}: {}\n", in_markdown(result.operation), condition_text(summary, result.condition),
                        in_markdown(result.note));
  }
  return text.empty() ? text : "\n## What a number really is\n\n" + text;
}

std::string latency_section(const Summary& summary) {
  std::string text;
  for (const LatencyResult& result : summary.latencies) {
    const std::vector<LatencyRow> told = latency_rows(summary, result);
    const bool with_article = any_of_article(told);
    std::vector<std::string> head{"ns a call", "here"};
    if (with_article) head.emplace_back("article");
    Rows rows;
    for (const LatencyRow& one : told) {
      rows.push_back({one.what, one.here});
      if (with_article) rows.back().push_back(one.article);
    }
    text += fmt::format("\n{} at {}, {} calls timed one by one.\n\n{}", in_markdown(result.operation),
                        condition_text(summary, result.condition), grouped_digits(result.latency.timed),
                        markdown_table(head, rows));
  }
  return text.empty() ? text : "\n## Single calls\n" + text;
}

std::string claims_section(const Summary& summary) {
  if (summary.claims.empty()) return {};
  Rows rows;
  for (const ClaimResult& result : summary.claims) {
    const PlannedClaim& claim = summary.run.plan.claims[result.claim];
    const std::string unit = claim.unit.empty() ? "" : " " + in_markdown(claim.unit);
    std::string verdict = fmt::format("**{}**", to_text(result.verdict));
    if (!result.reason.empty()) verdict += ": " + in_markdown(result.reason);
    rows.push_back({in_markdown(claim.says), claim.article ? number(*claim.article) + unit : "",
                    result.value ? with_interval(*result.value) + unit : "", in_markdown(claim.expect.text), verdict});
  }
  return "\n## Claims\n\n" + markdown_table({"claim", "article", "here", "expected", "verdict"}, rows);
}

/// What a source of evidence saw: the level in a word, or why there is none.
std::string seen(const Observation& observation) {
  switch (observation.kind) {
    case Observation::Kind::in_force:
      return in_markdown(observation.level);
    case Observation::Kind::another:
      return fmt::format("**{}**", in_markdown(observation.level));
    case Observation::Kind::unreadable:
      return fmt::format("**not seen**: {}", in_markdown(observation.detail));
    case Observation::Kind::silent:
      break;
  }
  return {};
}

std::string evidence_section(const Summary& summary) {
  const auto named = named_factors(summary.run.plan);
  Rows rows;
  for (const Attestation& one : summary.attestations) {
    const bool attested = one.state == Attestation::State::attested;
    if (attested && !named.contains(one.factor)) continue;
    const bool swallowed = one.state == Attestation::State::swallowed;
    const bool started_well = one.start.kind == Observation::Kind::in_force;
    rows.push_back({condition_text(summary, one.condition), in_markdown(one.factor), in_markdown(one.declared),
                    seen(one.record), seen(one.config), seen(started_well ? one.end : one.start),
                    attested
                        ? fmt::format("attested in {}", counted(static_cast<std::size_t>(one.containers), "container"))
                    : swallowed ? "**SWALLOWED**"
                                : "**UNATTESTED**"});
  }
  return "\n## Evidence\n\nEvery factor that is not listed was attested at its ordinary level.\n\n" +
         markdown_table(
             {"condition", "factor", "declared", "inspect shows", "the runtime was told", "the process saw", ""}, rows);
}

std::string statistics_section(const Summary& summary) {
  const std::vector<StatisticsTable> tables = statistics_tables(summary);
  if (tables.empty()) return {};
  std::string text = "\n## Statistics\n";
  const std::vector<StatisticalFinding> findings = statistical_findings(summary);
  if (!findings.empty()) text += "\n";
  for (const StatisticalFinding& finding : findings) {
    text += fmt::format("- **{}**: {}\n", in_markdown(finding.what), in_markdown(joined(finding.where, "; ")));
  }
  text += fmt::format("\n{}\n", in_markdown(statistics_explained(summary)));
  for (const StatisticsTable& table : tables) {
    Rows rows;
    for (const std::vector<std::string>& row : table.rows) {
      std::vector<std::string>& cells = rows.emplace_back();
      for (const std::string& cell : row) cells.push_back(in_markdown(cell));
    }
    text += fmt::format("\n{}:\n\n{}", table.caption, markdown_table(table.head, rows));
  }
  return text;
}

std::string twins_text(const Summary& summary) {
  std::vector<std::string> parts;
  for (const TwinResult& twin : summary.twins) {
    parts.push_back(fmt::format("{} {} ns", in_markdown(twin.operation), with_interval(twin.difference_ns)));
  }
  return parts.empty() ? "" : fmt::format("\nTwo identical containers differ by {}.\n", joined(parts));
}

std::string machine_text(const nlohmann::json& environment) {
  std::vector<std::string> parts;
  for (const char* pointer : {"/machine/cpu", "/machine/architecture", "/machine/kernel", "/engine/version"}) {
    if (const auto text = text_at(environment, pointer)) parts.push_back(in_markdown(*text));
  }
  return joined(parts);
}

}  // namespace

std::string markdown_report(const Summary& summary) {
  const Plan& plan = summary.run.plan;
  const ClosingWords closing = closing_words(summary);
  std::string text = fmt::format(
      "# {}: {}\n\n**{}**{}\n\n{}, {} batches of {} ms for each operation and container; {} of batches, 95 % "
      "intervals in brackets. {}: {}.\n",
      in_markdown(plan.experiment), in_markdown(plan.question), closing.verdict, closing.addition,
      counted(static_cast<std::size_t>(summary.rounds), "round"), plan.design.batches,
      static_cast<double>(plan.design.batch.count()) * 1e-6, values_are(plan.design), to_text(plan.design.interleave),
      meaning(plan.design.interleave));
  text += findings_section(summary);
  const auto pairs = compared_pairs(plan);
  for (const Pair& pair : pairs) text += contrast_section(summary, pair);
  if (pairs.empty()) text += value_section(summary);
  text += notes_section(summary) + claims_section(summary) + latency_section(summary) + evidence_section(summary);
  text += twins_text(summary) + statistics_section(summary);
  const std::string precision = precision_text(summary.precision);
  if (!precision.empty()) text += fmt::format("\n{}.\n", in_markdown(precision));
  const std::string machine = machine_text(summary.run.environment);
  text += fmt::format("\n{} {}, run {}{}{}; {:.1f} s, {}, {} left behind; stopped by: {}\n", "orchestrate",
                      in_markdown(summary.run.version), in_markdown(summary.run.started_utc),
                      machine.empty() ? "" : " on ", machine, summary.time.wall_s,
                      counted(static_cast<std::size_t>(summary.finished.started), "container"),
                      summary.finished.left_behind == 0 ? "none" : std::to_string(summary.finished.left_behind),
                      in_markdown(summary.finished.reason));
  if (const std::string sentence = hand_over_sentence(summary); !sentence.empty()) text += "\n" + sentence + "\n";
  for (const std::string& reason : hand_over_reasons(summary)) text += "\n" + in_markdown(reason) + "\n";
  return text;
}

}  // namespace orchestrate
