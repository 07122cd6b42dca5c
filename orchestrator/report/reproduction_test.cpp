#include "report/reproduction.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plan/sample_plan.hpp"

namespace orchestrate {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Estimate around(double value) {
  return {value, Interval{value * 0.99, value * 1.01}, {value * 0.98, value * 1.02}, 6};
}

/// The sample experiment with its two claims: function_calls holds with 130 (the article: 143), filter with 60 ns
/// (19.15).
std::map<std::string, ReproducedExperiment> sample_runs() {
  Summary summary;
  summary.run.plan = sample_plan();
  summary.rounds = 6;
  summary.claims = {{0, ClaimVerdict::holds, "", around(130)}, {1, ClaimVerdict::holds, "", around(60)}};
  std::map<std::string, ReproducedExperiment> runs;
  runs["sample"] = {"sample/1", summary, ""};
  runs["broken"] = {"broken/1", std::nullopt, "no engine answers"};
  return runs;
}

Reference sample_article(std::vector<Sentence> sentences) {
  Reference reference;
  reference.title = "The <cost> of a call";
  reference.machine = "Apple M4";
  reference.method = "median";
  reference.sentences = std::move(sentences);
  return reference;
}

Reproduction reproduction_of(const std::vector<Sentence>& sentences) {
  return {"2026-11-30T10-00-00Z",
          {{"machine",
            {{"cpu", "Xeon"},
             {"architecture", "x86_64"},
             {"virtual", true},
             {"cpus", {0, 1}},
             {"kernel", "6.18"},
             {"mitigations", {{"meltdown", "Mitigation: PTI"}, {"mds", "Not affected"}}}}}},
          sample_runs(),
          {settle(sample_article(sentences), sample_runs())}};
}

TEST(Reproduction, ASentenceIsSettledByItsClaim) {
  const auto article = settle(sample_article({{"", "sample", "function_calls", false, ""}}), sample_runs());
  ASSERT_EQ(article.sentences.size(), 1U);
  EXPECT_EQ(article.sentences[0].verdict, "holds");
  EXPECT_EQ(article.sentences[0].says, "A system call costs as much as 143 function calls.");
  EXPECT_EQ(article.sentences[0].article, "143.0");
  EXPECT_THAT(article.sentences[0].here, HasSubstr("130.0 ["));
  EXPECT_EQ(article.sentences[0].source, "sample/function_calls");
}

TEST(Reproduction, AClaimThatHoldsRefutesASentenceThatSaysTheOpposite) {
  auto runs = sample_runs();
  const Sentence sentence{"It is free.", "sample", "filter", true, "a filter is looked up"};
  auto article = settle(sample_article({sentence}), runs);
  EXPECT_EQ(article.sentences[0].verdict, "fails");
  EXPECT_EQ(article.sentences[0].reason, "a filter is looked up");
  EXPECT_EQ(article.sentences[0].says, "It is free.");
  runs["sample"].summary->claims[1].verdict = ClaimVerdict::fails;
  article = settle(sample_article({sentence}), runs);
  EXPECT_EQ(article.sentences[0].verdict, "holds");
}

TEST(Reproduction, NoSentenceIsMissing) {
  const auto article = settle(sample_article({{"Which part is the machine's?", "", "", false, "no bare machine"},
                                              {"", "broken", "x", false, ""},
                                              {"", "absent", "x", false, ""},
                                              {"", "sample", "unheard_of", false, ""}}),
                              sample_runs());
  ASSERT_EQ(article.sentences.size(), 4U);
  EXPECT_EQ(article.sentences[0].verdict, "skipped");
  EXPECT_EQ(article.sentences[0].reason, "no bare machine");
  EXPECT_EQ(article.sentences[1].verdict, "withheld");
  EXPECT_THAT(article.sentences[1].reason, HasSubstr("no engine answers"));
  EXPECT_THAT(article.sentences[2].reason, HasSubstr("was not run"));
  EXPECT_THAT(article.sentences[3].reason, HasSubstr("has no claim unheard_of"));
  for (const SettledSentence& sentence : article.sentences) EXPECT_NE(sentence.says, "");
}

TEST(Reproduction, ThePageSaysWhatDiffersAndWhyItMay) {
  const Reproduction reproduction = reproduction_of({{"", "sample", "function_calls", false, ""},
                                                     {"", "sample", "filter", false, ""},
                                                     {"", "broken", "x", false, ""}});
  const std::string page = reproduction_markdown(reproduction);
  EXPECT_THAT(page, HasSubstr("## The &lt;cost\\> of a call"));
  EXPECT_THAT(page, HasSubstr("2 holds, 1 withheld"));
  EXPECT_THAT(page, HasSubstr("3.1 times the article's 19.1 ns"));
  EXPECT_THAT(page, Not(HasSubstr("times the article's 143"))) << "130 is near enough";
  EXPECT_THAT(page, HasSubstr("virtual machine"));
  EXPECT_THAT(page, HasSubstr("meltdown"));
  EXPECT_THAT(page, Not(HasSubstr("mds")));
  EXPECT_THAT(page, HasSubstr("(sample/1/summary.json): 6 rounds"));
  EXPECT_THAT(page, HasSubstr("broken: failed: no engine answers"));
}

TEST(Reproduction, TheTerminalShowsTheSame) {
  const std::string text = reproduction_text(reproduction_of({{"", "sample", "filter", false, ""}}), false);
  EXPECT_THAT(text, HasSubstr("holds       The filter costs 19 ns."));
  EXPECT_THAT(text, HasSubstr("here 60.0 [59.4, 60.6] ns, article 19.1 ns"));
  EXPECT_THAT(text, HasSubstr("1 holds"));
}

}  // namespace
}  // namespace orchestrate
