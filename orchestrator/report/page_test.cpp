#include "report/page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/page_data.hpp"
#include "runner/scripted_run.hpp"

namespace orchestrate {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Ledger ledger_of(Script script, const Plan& plan = sample_plan()) {
  ScriptedRun run{ScriptedEngine(std::move(script)), {}, 6, [] { return false; }};
  run.run(plan);
  Ledger ledger;
  for (const Fact& fact : run.journal.facts) ledger.add(fact);
  return ledger;
}

nlohmann::ordered_json data_of(Script script) {
  const Ledger ledger = ledger_of(std::move(script));
  return page_data(ledger, summarize(ledger));
}

/// The JSON that a page carries, as its script reads it.
std::string json_within(const std::string& text) {
  const std::string opening = R"(<script id="data" type="application/json">)";
  const std::size_t begin = text.find(opening) + opening.size();
  return text.substr(begin, text.find("</script>", begin) - begin);
}

TEST(Page, SaysHowTurnsWerePassedOn) {
  EXPECT_EQ(data_of({}).at("hand_over"), "within rounds 100 % of the time was measuring; turns passed on by futex");
  EXPECT_TRUE(data_of({}).at("not_by_futex").empty());
  Script script;
  script.hand_overs = {"stdio"};
  const auto by_stdio = data_of(script);
  EXPECT_THAT(by_stdio.at("hand_over").get<std::string>(), HasSubstr("turns passed on by stdio"));
  EXPECT_THAT(by_stdio.at("not_by_futex").at(0).get<std::string>(), HasSubstr("does not say that it knows futex"));
}

TEST(Page, NamesWhoseCodeItContains) {
  const Ledger ledger = ledger_of({});
  const std::string text = page(ledger, summarize(ledger));
  const std::string notice = text.substr(0, text.find("<html"));
  for (const char* owner :
       {"University of Washington Interactive Data Lab", "Mike Bostock", "\nBSD-3-Clause (", "\nISC:\n"}) {
    EXPECT_THAT(notice, HasSubstr(owner));
  }
}

TEST(Page, NamesInNarrowPlacesOnlyWhatIsVaried) {
  const auto data = data_of({});
  EXPECT_EQ(data.at("conditions").at(0), "seccomp default, cpus pinned");
  EXPECT_EQ(data.at("short_names"), (nlohmann::ordered_json{"seccomp default", "seccomp unconfined"}));
}

TEST(Page, AContrastHasItsRoundsAndTheTwins) {
  const auto row = data_of({}).at("comparisons").at(0).at("rows").at(2);
  EXPECT_EQ(row.at("operation"), "getpid");
  EXPECT_EQ(row.at("rounds"), (nlohmann::ordered_json{40.0, 40.0, 40.0, 40.0, 40.0, 40.0}));
  EXPECT_EQ(row.at("twin_rounds").size(), 6U);
  EXPECT_EQ(row.at("estimate").at("median"), 40.0);
  EXPECT_EQ(row.at("margin_ns"), 1.8);
  EXPECT_EQ(row.at("verdict"), "differs");
}

TEST(Page, TellsTheTestsAndWhatIsOddAboutTheRounds) {
  const Ledger ledger = ledger_of({});
  Summary summary = summarize(ledger);
  auto statistics = page_data(ledger, summary).at("statistics");
  EXPECT_TRUE(statistics.at("findings").empty());
  EXPECT_EQ(statistics.at("tables").at(0).at("rows").size(), 2U) << "the contrasts";
  EXPECT_EQ(statistics.at("tables").at(1).at("rows").size(), 6U) << "three operations in two conditions";
  summary.operations[0].rounds.outliers = {{3, 9, true}};
  summary.operations[0].skewed = true;
  const auto data = page_data(ledger, summary);
  EXPECT_EQ(data.at("statistics").at("findings").at(0).at("what"), "outlying rounds");
  EXPECT_EQ(data.at("values").at(0).at("mark"), " (skewed)");
}

TEST(Page, BatchesAreCountedWholeAndDrawnThinned) {
  const auto operation = data_of({}).at("batches_by_operation").at(0);
  ASSERT_EQ(operation.at("series").size(), 3U) << "two conditions and the twin";
  for (const auto& series : operation.at("series")) {
    int counted = series.at("beyond").get<int>();
    for (const auto& count : series.at("counts")) counted += count.get<int>();
    EXPECT_EQ(counted, series.at("batches").get<int>());
    EXPECT_EQ(series.at("turns").size(), series.at("ns").size());
    const auto every = operation.at("every").get<std::size_t>();
    EXPECT_EQ(series.at("ns").size(), (series.at("batches").get<std::size_t>() + every - 1) / every);
  }
}

TEST(Page, ASwallowedRunHasNoNumberOfWhatIsWithheld) {
  const auto data = data_of(dropping_security_opt());
  for (const auto& row : data.at("comparisons").at(0).at("rows")) {
    EXPECT_FALSE(row.contains("estimate"));
    EXPECT_FALSE(row.contains("rounds"));
    EXPECT_FALSE(row.contains("ratio"));
    EXPECT_EQ(row.at("other"), "withheld");
  }
  for (const auto& operation : data.at("batches_by_operation")) {
    for (const auto& series : operation.at("series")) EXPECT_EQ(series.at("condition"), 0);
  }
  for (const auto& value : data.at("values")) EXPECT_EQ(value.at("condition"), 0);
  EXPECT_THAT(data.dump(), HasSubstr("SWALLOWED"));
  EXPECT_EQ(data.at("exit"), 3);
}

TEST(Page, NoTextEndsItsElementOrMisleadsItsReader) {
  Experiment experiment = sample_experiment();
  experiment.question = "</script><img src=x onerror=alert(1)>\x1b[31m\xe2\x80\xae\"'&";
  const Ledger ledger = ledger_of({}, make_plan(experiment, std::nullopt, scripted_host(), 1));
  const std::string json = json_within(page(ledger, summarize(ledger)));
  EXPECT_EQ(nlohmann::json::parse(json).at("question"), "</script><img src=x onerror=alert(1)>\\x1b[31m\\u{202e}\"'&");
  EXPECT_EQ(json.find_first_of("<>&"), std::string::npos);
}

TEST(Page, IsOneFileThatAsksForNoOther) {
  const Ledger ledger = ledger_of({});
  const std::string text = page(ledger, summarize(ledger));
  EXPECT_LT(text.size(), 2'000'000U);
  EXPECT_THAT(text, HasSubstr("default-src 'none'"));
  EXPECT_THAT(text, Not(HasSubstr("<script src")));
  EXPECT_THAT(text, Not(HasSubstr("<link")));
  EXPECT_THAT(text, HasSubstr("defineModule(\"vega-view\""));
  EXPECT_THAT(text, Not(HasSubstr("\nimport "))) << "the modules are one";
}

}  // namespace
}  // namespace orchestrate
