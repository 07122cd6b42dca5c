#include "report/reproduction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/markdown.hpp"
#include "report/numbers.hpp"
#include "report/table.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

/// A value that is this many times the article's, or its part, is told among what differs.
constexpr double noticeably = 2;

const ClaimResult* find_claim(const Summary& summary, const std::string& id) {
  for (const ClaimResult& result : summary.claims) {
    if (summary.run.plan.claims.at(result.claim).id == id) return &result;
  }
  return nullptr;
}

std::string with_unit(const std::string& value, const std::string& unit) {
  return unit.empty() ? value : value + " " + unit;
}

/// The sentence that a claim's result settles.
void fill(SettledSentence& settled, const Sentence& sentence, const PlannedClaim& claim, const ClaimResult& result) {
  if (settled.says.empty()) settled.says = claim.says;
  settled.verdict = to_text(result.verdict);
  settled.reason = result.reason;
  if (result.value) settled.here = with_unit(with_interval(*result.value), claim.unit);
  if (claim.article) settled.article = with_unit(number(*claim.article), claim.unit);
  if (result.value && claim.article && *claim.article != 0) settled.times = result.value->median / *claim.article;
  if (!sentence.refuted) return;
  // The claim is the opposite of what the article says.
  settled.article.clear();
  settled.times = 0;
  if (result.verdict == ClaimVerdict::holds) {
    settled.verdict = to_text(ClaimVerdict::fails);
    settled.reason = sentence.because;
  } else if (result.verdict == ClaimVerdict::fails) {
    settled.verdict = to_text(ClaimVerdict::holds);
    settled.reason = "here it is as the article says, against what was expected";
  }
}

SettledSentence settled(const Sentence& sentence, const std::map<std::string, ReproducedExperiment>& experiments) {
  SettledSentence result;
  result.says = sentence.says;
  if (sentence.claim.empty()) {
    result.verdict = "skipped";
    result.reason = sentence.because;
    return result;
  }
  result.source = sentence.experiment + "/" + sentence.claim;
  const auto experiment = experiments.find(sentence.experiment);
  if (experiment == experiments.end() || !experiment->second.summary) {
    result.verdict = "withheld";
    result.reason = experiment == experiments.end() ? "the experiment " + sentence.experiment + " was not run"
                                                    : "its run failed: " + experiment->second.failure;
    if (result.says.empty()) result.says = result.source;
    return result;
  }
  const Summary& summary = *experiment->second.summary;
  const ClaimResult* claim = find_claim(summary, sentence.claim);
  if (claim == nullptr) {
    result.verdict = "withheld";
    result.reason = fmt::format("the experiment {} has no claim {}", sentence.experiment, sentence.claim);
    if (result.says.empty()) result.says = result.source;
    return result;
  }
  fill(result, sentence, summary.run.plan.claims.at(claim->claim), *claim);
  return result;
}

bool is_virtual(const nlohmann::json& environment) {
  return value_at(environment, "/machine/virtual") == true;
}

std::string machine_here(const nlohmann::json& environment) {
  const auto text = [&](const char* pointer) { return text_at(environment, pointer).value_or("unknown"); };
  return fmt::format("{} ({}{}), {} CPUs, Linux {}, engine {}", text("/machine/cpu"), text("/machine/architecture"),
                     is_virtual(environment) ? ", a virtual machine" : "",
                     value_at(environment, "/machine/cpus").size(), text("/machine/kernel"),
                     text("/engine/version/Server/Version"));
}

/// How many sentences have each verdict: "31 holds, 1 fails".
std::string tally(const Reproduction& reproduction) {
  std::map<std::string, int> by_verdict;
  for (const ReproducedArticle& article : reproduction.articles) {
    for (const SettledSentence& sentence : article.sentences) ++by_verdict[sentence.verdict];
  }
  std::vector<std::string> parts;
  for (const char* verdict : {"holds", "fails", "unresolved", "withheld", "skipped"}) {
    if (by_verdict.contains(verdict)) parts.push_back(fmt::format("{} {}", by_verdict[verdict], verdict));
  }
  return joined(parts);
}

/// What is another number here than in its article, a sentence each, plain text.
std::vector<std::string> what_differs(const Reproduction& reproduction) {
  std::vector<std::string> lines;
  for (const ReproducedArticle& article : reproduction.articles) {
    for (const SettledSentence& sentence : article.sentences) {
      const bool far = sentence.times > noticeably || (sentence.times > 0 && sentence.times < 1 / noticeably);
      if (!far && sentence.verdict != "fails") continue;
      std::string line = sentence.says;
      if (far) {
        line += fmt::format(" Here {}, which is {:.2g} times the article's {}.", sentence.here, sentence.times,
                            sentence.article);
      }
      if (!sentence.reason.empty()) line += fmt::format(" ({}: {})", sentence.verdict, sentence.reason);
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

/// Why numbers may be others here, from what is known of this machine.
std::vector<std::string> reasons(const Reproduction& reproduction) {
  const nlohmann::json& environment = reproduction.environment;
  const std::string architecture = text_at(environment, "/machine/architecture").value_or("unknown");
  std::vector<std::string> lines;
  if (architecture != "aarch64") {
    lines.push_back(
        fmt::format("architecture: the articles ran on aarch64 (Apple M4), this machine is {}: another way "
                    "into the kernel, another timer",
                    architecture));
  }
  if (is_virtual(environment)) {
    lines.emplace_back(
        "virtual machine: a wake-up on another CPU is an interrupt that the host delivers, and other "
        "guests take turns on the same cores");
  }
  std::vector<std::string> mitigated;
  for (const auto& [name, state] : value_at(environment, "/machine/mitigations").items()) {
    if (state.is_string() && state.get<std::string>().starts_with("Mitigation")) mitigated.push_back(name);
  }
  if (!mitigated.empty()) {
    lines.push_back(
        fmt::format("mitigations in force here, which make entering the kernel dearer: {}", joined(mitigated)));
  }
  lines.push_back(fmt::format("kernel: {} here; the articles had 7.0.12-linuxkit and Darwin 24.6.0",
                              text_at(environment, "/machine/kernel").value_or("unknown")));
  return lines;
}

std::vector<std::string> markdown_row(const SettledSentence& sentence) {
  std::string verdict = fmt::format("**{}**", sentence.verdict);
  if (!sentence.reason.empty()) verdict += ": " + in_markdown(sentence.reason);
  return {in_markdown(sentence.says), in_markdown(sentence.article), in_markdown(sentence.here), verdict,
          in_markdown(sentence.source)};
}

std::string sentence_text(const SettledSentence& sentence, bool coloured) {
  static const std::map<std::string, const char*> colours{
      {"holds", green}, {"fails", red}, {"unresolved", yellow}, {"withheld", red}, {"skipped", dim}};
  std::string text = fmt::format(
      "  {}  {}\n", painted(fmt::format("{:<10}", sentence.verdict), colours.at(sentence.verdict), coloured),
      escaped(sentence.says));
  std::vector<std::string> facts;
  if (!sentence.here.empty()) facts.push_back("here " + sentence.here);
  if (!sentence.article.empty()) facts.push_back("article " + sentence.article);
  if (!facts.empty()) text += fmt::format("              {}\n", escaped(joined(facts)));
  if (!sentence.reason.empty()) text += fmt::format("              {}\n", escaped(sentence.reason));
  return text;
}

}  // namespace

ReproducedArticle settle(const Reference& article, const std::map<std::string, ReproducedExperiment>& experiments) {
  ReproducedArticle result{article.title, article.machine, article.method, {}};
  for (const Sentence& sentence : article.sentences) result.sentences.push_back(settled(sentence, experiments));
  return result;
}

std::string reproduction_markdown(const Reproduction& reproduction) {
  std::string page = fmt::format("# The four articles, re-measured\n\n{}, on {}. {}.\n", reproduction.started_utc,
                                 in_markdown(machine_here(reproduction.environment)), tally(reproduction));
  for (const ReproducedArticle& article : reproduction.articles) {
    std::vector<std::vector<std::string>> rows;
    for (const SettledSentence& sentence : article.sentences) rows.push_back(markdown_row(sentence));
    page += fmt::format("\n## {}\n\nThe article: {}; {}.\n\n{}", in_markdown(article.title),
                        in_markdown(article.machine), in_markdown(article.method),
                        markdown_table({"sentence", "article", "here", "verdict", "settled by"}, rows));
  }
  page += "\n## What differs from the articles\n\n";
  for (const std::string& line : what_differs(reproduction)) page += fmt::format("- {}\n", in_markdown(line));
  page += "\n## Why it may\n\n";
  for (const std::string& line : reasons(reproduction)) page += fmt::format("- {}\n", in_markdown(line));
  page += "\n## The runs\n\n";
  for (const auto& [name, experiment] : reproduction.experiments) {
    page += experiment.summary
                ? fmt::format("- [{0}]({1}/summary.json): {2} rounds, {3:.0f} s\n", name, experiment.folder,
                              experiment.summary->rounds, experiment.summary->time.wall_s)
                : fmt::format("- {}: failed: {}\n", name, in_markdown(experiment.failure));
  }
  return page;
}

std::string reproduction_text(const Reproduction& reproduction, const Paper& paper) {
  std::string text = fmt::format("\n{}\n", escaped(machine_here(reproduction.environment)));
  for (const ReproducedArticle& article : reproduction.articles) {
    text += fmt::format("\n{} (95 % intervals in brackets)\n", escaped(article.title));
    for (const SettledSentence& sentence : article.sentences) text += sentence_text(sentence, paper.coloured);
  }
  text += "\nwhat differs from the articles\n";
  for (const std::string& line : what_differs(reproduction)) text += fmt::format("  - {}\n", escaped(line));
  text += "why it may\n";
  for (const std::string& line : reasons(reproduction)) text += fmt::format("  - {}\n", escaped(line));
  return fitted(text + fmt::format("\n{}\n", tally(reproduction)), paper);
}

}  // namespace orchestrate
