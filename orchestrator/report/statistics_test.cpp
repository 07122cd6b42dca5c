#include "report/statistics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plan/sample_plan.hpp"

namespace orchestrate {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// Two contrasts and two operations with nothing odd about them, after so many rounds.
Summary ordinary(int rounds = 9) {
  Summary summary;
  summary.run.plan = sample_plan();
  summary.rounds = rounds;
  for (const std::size_t index : {0U, 1U}) {
    ContrastResult contrast;
    contrast.contrast = index;
    contrast.judgement.verdict = Verdict::differs;
    contrast.difference_ns = Estimate{40, Interval{39, 41}, {39, 41}, rounds};
    contrast.tests = ContrastTests{0.0074, 0.0148, 1.8, 1};
    summary.contrasts.push_back(contrast);
    OperationResult operation;
    operation.condition = index;
    operation.operation = "getpid";
    operation.ns = Estimate{180, Interval{179, 181}, {179, 189}, rounds};
    summary.operations.push_back(operation);
  }
  return summary;
}

TEST(Statistics, SayNothingWhereNothingIsFound) {
  Summary summary = ordinary();
  summary.operations[0].rounds.outliers = {{3, 183, false}};
  summary.operations[0].rounds.trend = Trend{0.1, 0.04};
  summary.operations[0].rounds.trend_p_holm = 0.16;
  EXPECT_EQ(statistics_text(summary), "") << "not for what every fifth series has, nor for one trend among many";
}

TEST(Statistics, TellRoundsFarOutside) {
  Summary summary = ordinary();
  summary.operations[0].rounds.outliers = {{3, 189, true}};
  EXPECT_EQ(statistics_text(summary),
            "  outlying rounds: getpid at seccomp default, cpus pinned 189.0 ns in round 4 (median 180.0)\n");
  summary.operations[1].rounds.outliers = {{0, 1, true}, {1, 2, true}, {2, 3, true}};
  EXPECT_THAT(statistics_text(summary), HasSubstr(" and 1 more (summary.json)"));
}

TEST(Statistics, TellDrift) {
  Summary summary = ordinary();
  summary.contrasts[0].rounds.trend = Trend{-1.5, 0.001};
  summary.contrasts[0].rounds.trend_p_holm = 0.004;
  EXPECT_EQ(statistics_text(summary), "  drift: getpid default - unconfined at cpus pinned -1.50 ns a round\n");
}

TEST(Statistics, TellWhatHolmTakesAway) {
  Summary summary = ordinary();
  summary.contrasts[1].tests->p_holm = 0.06;
  EXPECT_EQ(
      statistics_text(summary),
      "  differs, but not when corrected for 2 contrasts (Holm): function_call default - unconfined at cpus pinned\n");
  summary = ordinary(6);
  summary.contrasts[1].tests->p_holm = 0.09;
  EXPECT_EQ(statistics_text(summary), "") << "six rounds could never be enough for two contrasts";
  EXPECT_THAT(statistics_explained(summary), HasSubstr("After 6 rounds none of so many can reach 0.05"));
  EXPECT_THAT(statistics_explained(ordinary()), Not(HasSubstr("none of so many")));
}

TEST(Statistics, AreInTheSummaryWhateverIsFound) {
  Summary summary = ordinary();
  summary.operations[0].batches = {600, 420.5, ModesTest{0.03, 0.04}};
  summary.operations[0].rounds.outliers = {{3, 183, false}};
  summary.operations[0].rounds.trend = Trend{0.1, 0.04};
  nlohmann::ordered_json row;
  add_statistics(row, summary.operations[0]);
  EXPECT_EQ(row.at("batches").at("effective"), 420.5);
  EXPECT_EQ(row.at("batches").at("dip_p"), 0.04);
  EXPECT_EQ(row.at("outlying_rounds").at(0).at("round"), 4);
  EXPECT_EQ(row.at("drift").at("ns_per_round"), 0.1);
  EXPECT_EQ(row.at("drift").at("p_holm"), 1);

  row.clear();
  add_statistics(row, summary.contrasts[0]);
  EXPECT_EQ(row.at("p_holm"), 0.0148);
  EXPECT_EQ(row.at("equivalence").at("margin_ns"), 1.8);

  row.clear();
  summary.contrasts[0].tests.reset();
  add_statistics(row, summary.contrasts[0]);
  EXPECT_TRUE(row.empty()) << "no numbers of a pair that is not attested";
}

TEST(Statistics, TablesHoldWhatHasNumbers) {
  Summary summary = ordinary();
  summary.contrasts[1].tests.reset();
  summary.operations[0].batches = {900, 420.5, ModesTest{0.03, 0.00001}};
  summary.operations[0].rounds.outliers = {{3, 183, false}, {5, 189, true}};
  summary.operations[0].rounds.trend = Trend{0.1, 0.04};
  auto tables = statistics_tables(summary);
  ASSERT_EQ(tables.size(), 2U);
  ASSERT_EQ(tables[0].rows.size(), 1U);
  EXPECT_THAT(tables[0].rows[0],
              ElementsAre("getpid default - unconfined at cpus pinned", "0.0074", "0.015", "1.80", "1", "", ""));
  EXPECT_THAT(tables[1].rows[0], ElementsAre("getpid at seccomp default, cpus pinned", "900", "420", "< 0.0001",
                                             "4: 183.0 ns; 6: 189.0 ns (far)", "+0.10 (p 1)"));
  EXPECT_EQ(tables[1].rows[1][3], "") << "not asked";
  summary.contrasts.clear();
  tables = statistics_tables(summary);
  ASSERT_EQ(tables.size(), 1U) << "no contrasts, no table";
  EXPECT_EQ(tables[0].rows.size(), 2U);
}

}  // namespace
}  // namespace orchestrate
