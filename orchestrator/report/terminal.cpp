#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "report/filter_text.hpp"
#include "report/latency_text.hpp"
#include "report/numbers.hpp"
#include "report/report.hpp"
#include "report/table.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

constexpr const char* green = "32";
constexpr const char* yellow = "33";
constexpr const char* red = "31;1";
constexpr const char* dim = "2";

std::string ratio_text(double ratio) {
  return fmt::format("{:.3f}", ratio);
}

/// System calls a call, "1" or "0.0002"; "?" where they could not be counted, nothing where they were not.
std::string system_calls_cell(const OperationResult* result) {
  if (result == nullptr || !result->evidence.counted) return {};
  const SystemCallsCounted& counted = *result->evidence.counted;
  if (!counted.refusal.empty()) return "?";
  std::int64_t all = 0;
  for (const auto& [name, times] : counted.system_calls) all += times;
  return fmt::format("{:.4g}", static_cast<double>(all) / static_cast<double>(counted.calls));
}

const OperationResult* result_of(const Summary& summary, const std::string& operation, std::size_t condition) {
  const auto found = std::find_if(summary.operations.begin(), summary.operations.end(), [&](const auto& result) {
    return result.operation == operation && result.condition == condition;
  });
  return found == summary.operations.end() ? nullptr : &*found;
}

std::string value_cell(const Summary& summary, const std::string& operation, std::size_t condition) {
  const OperationResult* result = result_of(summary, operation, condition);
  if (result == nullptr) return "withheld";
  return number(result->ns.median) + (result->two_modes ? " (two modes)" : "");
}

std::optional<double> article_of(const Summary& summary, const std::string& operation, std::size_t condition) {
  for (const ArticleValue& value : summary.run.plan.article_values) {
    if (value.operation == operation && value.condition == condition && value.quantity == "ns") return value.ns;
  }
  return std::nullopt;
}

/// The article's value in both conditions, "100.3 | 81.2"; one where it has no other.
std::string article_cell(const Summary& summary, const std::string& operation, std::size_t base, std::size_t other) {
  const auto first = article_of(summary, operation, base);
  const auto second = article_of(summary, operation, other);
  if (first && second) return fmt::format("{} | {}", number(*first), number(*second));
  if (first) return number(*first);
  return second ? fmt::format("| {}", number(*second)) : "";
}

/// What stands beside a verdict in a word where one of the two numbers is not what one would think.
std::string caution(const Summary& summary, const ContrastResult& result) {
  const PlannedContrast& contrast = summary.run.plan.contrasts[result.contrast];
  for (const std::size_t condition : {contrast.base, contrast.other}) {
    const OperationResult* value = result_of(summary, contrast.operation, condition);
    if (value != nullptr && !value->note.empty()) return "; " + value->note.substr(0, value->note.find(':'));
  }
  return {};
}

Cell verdict_cell(const ContrastResult& result) {
  const std::string verdict = to_text(result.judgement.verdict);
  if (result.as_expected) return {verdict, green};
  return {verdict + ", not as expected", result.judgement.verdict == Verdict::unresolved ? yellow : red};
}

/// The two conditions of a table: all contrasts between them are its rows.
using Pair = std::pair<std::size_t, std::size_t>;

std::vector<Pair> compared_pairs(const Plan& plan) {
  std::vector<Pair> pairs;
  for (const PlannedContrast& contrast : plan.contrasts) {
    const Pair pair{contrast.base, contrast.other};
    if (std::find(pairs.begin(), pairs.end(), pair) == pairs.end()) pairs.push_back(pair);
  }
  return pairs;
}

const ContrastResult* contrast_of(const Summary& summary, const Pair& pair, const std::string& operation) {
  for (const ContrastResult& result : summary.contrasts) {
    const PlannedContrast& contrast = summary.run.plan.contrasts[result.contrast];
    if (Pair{contrast.base, contrast.other} == pair && contrast.operation == operation) return &result;
  }
  return nullptr;
}

std::string contrast_table(const Summary& summary, const Pair& pair, bool coloured) {
  const Plan& plan = summary.run.plan;
  const auto named = std::find_if(plan.contrasts.begin(), plan.contrasts.end(), [&](const PlannedContrast& contrast) {
    return Pair{contrast.base, contrast.other} == pair;
  });
  Table table{
      {Align::left, Align::right, Align::right, Align::right, Align::right, Align::right, Align::right, Align::left},
      {{"operation", dim},
       {"system calls", dim},
       {named->base_level, dim},
       {named->other_level, dim},
       {"difference", dim},
       {"ratio", dim},
       {"article", dim},
       {"verdict", dim}},
      {}};
  for (const std::string& operation : plan.operations) {
    std::vector<Cell> row{{operation, ""},
                          {system_calls_cell(result_of(summary, operation, pair.first)), ""},
                          {value_cell(summary, operation, pair.first), ""},
                          {value_cell(summary, operation, pair.second), ""},
                          {"", ""},
                          {"", ""},
                          {article_cell(summary, operation, pair.first, pair.second), ""},
                          {"", ""}};
    if (const ContrastResult* result = contrast_of(summary, pair, operation)) {
      if (result->difference_ns) row[4].text = with_interval(*result->difference_ns);
      if (result->ratio) row[5].text = ratio_text(result->ratio->median);
      row[7] = verdict_cell(*result);
      row[7].text += caution(summary, *result);
    }
    table.rows.push_back(std::move(row));
  }
  const std::string at = named->at.empty() ? "" : fmt::format(", at {}", escaped(to_text(named->at)));
  return fmt::format("\n{} {} | {}{}: ns a call\n{}", escaped(named->factor), escaped(named->base_level),
                     escaped(named->other_level), at, to_text(table, coloured));
}

/// Conditions that no contrast compares still have values.
std::string value_table(const Summary& summary, bool coloured) {
  Table table{{Align::left, Align::left, Align::right, Align::right, Align::right},
              {{"operation", dim}, {"condition", dim}, {"system calls", dim}, {"ns a call", dim}, {"article", dim}},
              {}};
  for (const OperationResult& result : summary.operations) {
    const auto article = article_of(summary, result.operation, result.condition);
    table.rows.push_back({{result.operation, ""},
                          {to_text(summary.run.plan.conditions[result.condition].condition), ""},
                          {system_calls_cell(&result), ""},
                          {with_interval(result.ns) + (result.two_modes ? " (two modes)" : ""), ""},
                          {article ? number(*article) : "", ""}});
  }
  return "\n" + to_text(table, coloured);
}

/// Below the tables: what cannot stand in a cell of them. How often two ends were on one CPU, how often they left it,
/// and what a number really is.
std::string notes_text(const Summary& summary, bool coloured) {
  std::string text;
  for (const OperationResult& result : summary.operations) {
    const OperationEvidence& evidence = result.evidence;
    if (!evidence.apart && result.note.empty()) continue;
    const std::string condition = to_text(summary.run.plan.conditions[result.condition].condition);
    text += fmt::format("\n{} at {}\n", result.operation, escaped(condition));
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
    text += fmt::format("\n{} {} at {}\n  {}\n", painted("withheld:", red, coloured), one.operation,
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

/// What a contrast that is not as expected means, and what to do. Two very different findings must not look alike: the
/// treatment was never there, or it was there and had no effect.
std::string meaning(const PlannedContrast& contrast, const ContrastResult& result) {
  switch (result.judgement.verdict) {
    case Verdict::swallowed:
      return "The two runs may be the same run: a level that was declared was not in force, so this pair has no "
             "numbers. Look at how the engine was called (plan shows every argument), and at what the engine's client "
             "makes of it.";
    case Verdict::unattested:
      return "There is no proof that the declared levels were in force, so this pair has no numbers. Run where the "
             "level "
             "can be proven, or take it out of the experiment file.";
    case Verdict::unresolved:
      return "Neither equal nor different can be said. Allow more rounds, or quiet the machine.";
    case Verdict::matches:
      return "Both levels were in force, and the operation costs the same: the factor has no effect on it here.";
    case Verdict::differs:
      return contrast.expect == Expect::match ? "Both levels were in force, and the factor does change this operation."
                                              : "";
  }
  return {};
}

std::string findings_text(const Summary& summary, bool coloured) {
  // Contrasts with the same finding for the same reason are told once.
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> told;
  std::vector<std::pair<std::string, std::string>> order;
  for (const ContrastResult& result : summary.contrasts) {
    if (result.as_expected) continue;
    const PlannedContrast& contrast = summary.run.plan.contrasts[result.contrast];
    std::string title = fmt::format("{}: {} {} | {}", to_text(result.judgement.verdict), contrast.factor,
                                    contrast.base_level, contrast.other_level);
    // Without numbers it does not matter what was expected of them.
    if (result.difference_ns)
      title += contrast.expect == Expect::differ ? ", expected to differ" : ", expected to match";
    const std::pair<std::string, std::string> key{title, result.judgement.reason + "\n" + meaning(contrast, result)};
    if (told[key].empty()) order.push_back(key);
    told[key].push_back(contrast.operation);
  }
  std::string text;
  for (const auto& key : order) {
    const std::size_t end = key.second.find('\n');
    text += fmt::format("\n{}, on {}\n  {}\n  {}\n", painted(escaped(key.first), red, coloured),
                        escaped(joined(told[key])), escaped(key.second.substr(0, end)), key.second.substr(end + 1));
  }
  return text;
}

/// The factors that an experiment file names, and so the ones a reader looks for.
std::set<std::string> named_factors(const Plan& plan) {
  std::set<std::string> named;
  for (const auto& [factor, level] : plan.conditions.front().condition) named.insert(factor);
  return named;
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

std::string time_text(const Summary& summary) {
  const Times& time = summary.time;
  const double share = time.wall_s > 0 ? 100 * time.measuring_s / time.wall_s : 0;
  const std::string left = summary.finished.left_behind == 0
                               ? "none left behind"
                               : fmt::format("{} LEFT BEHIND and then removed", summary.finished.left_behind);
  return fmt::format("\n{:.1f} s, {:.0f} % of it measuring; {}, {}; stopped by: {}\n", time.wall_s, share,
                     counted(static_cast<std::size_t>(summary.finished.started), "container"), left,
                     summary.finished.reason);
}

std::string closing_text(const Summary& summary, bool coloured) {
  switch (summary.exit) {
    case ExitStatus::success:
      return painted("everything expected was found", green, coloured) +
             (summary.run.plan.skipped.empty() ? "\n" : ", as far as it was not skipped\n");
    case ExitStatus::expectation_failed:
      return painted("not everything expected was found", yellow, coloured) + " (exit status 1)\n";
    case ExitStatus::not_attested:
      return painted("a declared level was not proven to be in force; its numbers are withheld", red, coloured) +
             " (exit status 3)\n";
    case ExitStatus::environment:
      return painted("the engine or the machine failed", red, coloured) + " (exit status 4)\n";
    case ExitStatus::interrupted:
      return painted("interrupted; what was complete is kept", yellow, coloured) + " (exit status 130)\n";
    case ExitStatus::usage:
      break;
  }
  return {};
}

}  // namespace

std::string terminal_report(const Summary& summary, bool coloured) {
  const Plan& plan = summary.run.plan;
  std::string text = fmt::format(
      "\n{}: {}\n{}, {} batches of {} ms for each operation and container; 95 % intervals in brackets\n",
      escaped(plan.experiment), escaped(plan.question), counted(static_cast<std::size_t>(summary.rounds), "round"),
      plan.design.batches, static_cast<double>(plan.design.batch.count()) * 1e-6);
  const auto pairs = compared_pairs(plan);
  for (const Pair& pair : pairs) text += contrast_table(summary, pair, coloured);
  if (pairs.empty()) text += value_table(summary, coloured);
  text += skipped_text(plan, coloured);
  text += notes_text(summary, coloured);
  text += latencies_text(summary, coloured);
  text += claims_text(summary, coloured);
  text += findings_text(summary, coloured);
  text += attestation_text(summary, coloured);
  text += filter_text(summary);
  text += clocksource_text(summary);
  text += twin_text(summary);
  for (const RoundFailed& problem : summary.problems) {
    text += fmt::format("\nproblem in round {}: {}\n", problem.round, escaped(problem.what));
  }
  return text + time_text(summary) + closing_text(summary, coloured);
}

}  // namespace orchestrate
