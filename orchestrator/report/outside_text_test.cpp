// Text from outside reaches a terminal only escaped: what is shown of a run whose journal holds escape sequences
// wherever a text may stand.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "analysis/run_comparison.hpp"
#include "report/report.hpp"
#include "report/run_comparison.hpp"
#include "runner/scripted_run.hpp"
#include "support/terminal_text.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

/// A colour, a window's title, a lone control character of eight bits, and an override of the direction.
constexpr const char* sequences = "\x1b[31m\x1b]0;title\x07\xc2\x9b\xe2\x80\xae";

/// What a text is replaced by, by its key.
using Spoil = std::function<std::string(const std::string& key, const std::string& text)>;

/// The system calls that a container says it made.
void spoil_names(json& counts, const Spoil& spoil) {
  json spoilt = json::object();
  for (const auto& [name, count] : counts.items()) spoilt[spoil("operation", name)] = count;
  counts = spoilt;
}

/// `value` with every text in it replaced; those in a list have the list's key.
void spoil_texts(json& value, const std::string& key, const Spoil& spoil) {
  if (value.is_string()) value = spoil(key, value.get<std::string>());
  if (value.is_array()) {
    for (json& one : value) spoil_texts(one, key, spoil);
  }
  if (value.is_object()) {
    if (key == "system_calls") return spoil_names(value, spoil);
    for (const auto& [name, one] : value.items()) spoil_texts(one, name, spoil);
  }
}

/// All but the words that the program itself gives a meaning, which cannot be others.
std::string spoil_everything(const std::string& key, const std::string& text) {
  static const std::set<std::string> kept{"fact",      "factor",     "interleave", "estimator",
                                          "hand_over", "expression", "quantity",   "condition"};
  if (kept.contains(key) || text == "differ" || text == "match") return text;
  return text + sequences;
}

/// All that does not take away the evidence, so that values and verdicts are told.
std::string spoil_what_may_be(const std::string& key, const std::string& text) {
  static const std::set<std::string> told{"experiment", "question",  "article",    "says",    "unit",
                                          "reason",     "operation", "operations", "refusal", "source",
                                          "failure",    "other",     "what",       "refused"};
  return told.contains(key) ? spoil_everything(key, text) : text;
}

/// The facts of a run on the scripted engine, a problem and another run among them.
std::vector<Fact> facts_of_a_run() {
  Plan plan = sample_plan();
  plan.samples = {{"getpid"}, 16'000, 16};
  ScriptedRun run;
  run.run(plan);
  std::vector<Fact> facts = run.journal.facts;
  const FilterResolved filter{{1, 0, 0}, {"libseccomp", "x86_64", true, {"keyctl"}, {"clone"}, 3, {}}, {}};
  const std::vector<Fact> more{RoundFailed{7, 0, "failed"}, OtherRunSeen{"another"}, filter,
                               HandOverChosen{0, "stdio", "refused"}};
  facts.insert(facts.end() - 1, more.begin(), more.end());
  return facts;
}

Ledger spoilt(const Spoil& spoil, const std::string& run) {
  Ledger ledger;
  for (const Fact& fact : facts_of_a_run()) {
    json keys = to_json(fact);
    if (keys.contains("run")) keys["run"] = run;
    spoil_texts(keys, "", spoil);
    ledger.add(fact_from_json(keys));
  }
  return ledger;
}

class OutsideText : public ::testing::TestWithParam<std::string (*)(const std::string&, const std::string&)> {};

TEST_P(OutsideText, OfAJournalIsShownEscaped) {
  const Ledger ledger = spoilt(GetParam(), "one");
  const Ledger another = spoilt(GetParam(), "another");
  const std::string report = terminal_report(summarize(ledger), false);
  EXPECT_EQ(escaped_lines(report), report);
  EXPECT_THAT(report, HasSubstr("\\x1b[31m\\x1b]0;title\\x07\\u{9b}\\u{202e}")) << "it is told, and visibly so";
  const std::string comparison = run_comparison_text(compare_runs(ledger, another, 0.05), sequences, sequences, false);
  EXPECT_EQ(escaped_lines(comparison), comparison);
  EXPECT_THAT(comparison, HasSubstr("\\x1b[31m"));
}

INSTANTIATE_TEST_SUITE_P(Journals, OutsideText, ::testing::Values(spoil_everything, spoil_what_may_be));

TEST(OutsideTextAsItIs, WouldBeNoticed) {
  for (const char* bad : {"\x1b[m", "\r", "\x7f", "\xc2\x9b", "\xe2\x80\xae", "\xff"})
    EXPECT_NE(escaped_lines(bad), bad);
}

}  // namespace
}  // namespace orchestrate
