#include "experiment/design.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/testing.hpp"
#include "support/failure.hpp"

namespace orchestrate {
namespace {

using std::chrono::nanoseconds;
using ::testing::HasSubstr;

std::string answer_to_design(const std::string& design) {
  return testing::answer(testing::with("design", design));
}

Design design_of(const std::string& design) {
  return parse_experiment(testing::with("design", design), "x.yaml").design;
}

TEST(DesignReader, WhatIsLeftOutHasItsDefault) {
  for (const Design& design :
       {parse_experiment(testing::valid, "x.yaml").design, design_of("{}"), design_of("{rounds: {}}")}) {
    EXPECT_EQ(design.interleave, Interleave::lockstep);
    EXPECT_EQ(design.hand_over, WantedHandOver::any);
    EXPECT_EQ(design.batch, nanoseconds(1'000'000));
    EXPECT_EQ(design.batches, 100);
    EXPECT_EQ(design.rounds_min, 6);
    EXPECT_EQ(design.rounds_max, 30);
    EXPECT_DOUBLE_EQ(design.precision, 0.02);
    EXPECT_EQ(design.estimator, Estimator::floor);
  }
}

TEST(DesignReader, TheEstimatorIsAChoiceOfTwo) {
  EXPECT_EQ(design_of("{estimator: median}").estimator, Estimator::median);
  EXPECT_EQ(design_of("{estimator: floor}").estimator, Estimator::floor);
  EXPECT_THAT(answer_to_design("{estimator: mean}"), HasSubstr("floor"));
}

TEST(DesignReader, ReadsSamples) {
  const auto with_samples = [](const std::string& samples) { return testing::with("samples", samples); };
  const Samples samples =
      parse_experiment(with_samples("{operations: [getpid], calls: 5000000, every: 64}"), "x.yaml").samples;
  EXPECT_EQ(samples.operations, std::vector<std::string>{"getpid"});
  EXPECT_EQ(samples.calls, 5'000'000);
  EXPECT_EQ(samples.every, 64);
  const Samples otherwise = parse_experiment(with_samples("{operations: [getpid]}"), "x.yaml").samples;
  EXPECT_EQ(otherwise.calls, 1'000'000);
  EXPECT_EQ(otherwise.every, 16);
  EXPECT_TRUE(parse_experiment(testing::valid, "x.yaml").samples.operations.empty());
  EXPECT_THAT(testing::answer(with_samples("{operations: [read_byte]}")),
              HasSubstr("read_byte is not among operations"));
  EXPECT_THAT(testing::answer(with_samples("{operations: [getpid, getpid]}")), HasSubstr("given twice"));
  EXPECT_THAT(testing::answer(with_samples("{operations: [getpid], every: 0}")), HasSubstr("1 to 1000 is allowed"));
  EXPECT_THAT(testing::answer(with_samples("{calls: 5000}")), HasSubstr("the key operations is missing"));
}

TEST(DesignReader, ReadsWhatIsGiven) {
  const Design design = design_of(
      "{interleave: lockstep, batch: 1.5ms, batches: 10, rounds: {min: 1, max: 1000}, precision: 0.5%, counted_calls: "
      "100000}");
  EXPECT_EQ(design.batch, nanoseconds(1'500'000));
  EXPECT_EQ(design.batches, 10);
  EXPECT_EQ(design.rounds_min, 1);
  EXPECT_EQ(design.rounds_max, 1000);
  EXPECT_EQ(design.counted_calls, 100'000);
  EXPECT_DOUBLE_EQ(design.precision, 0.005);
  EXPECT_EQ(design_of("{hand_over: auto}").hand_over, WantedHandOver::any);
  EXPECT_EQ(design_of("{hand_over: stdio}").hand_over, WantedHandOver::stdio);
  EXPECT_EQ(design_of("{hand_over: futex}").hand_over, WantedHandOver::futex);
  EXPECT_EQ(design_of("{batch: 10us}").batch, nanoseconds(10'000));
  EXPECT_EQ(design_of("{batch: 10s}").batch, nanoseconds(10'000'000'000));
}

TEST(DesignReader, ReadsATimeBudget) {
  EXPECT_EQ(design_of("{time_budget: 60s}").time_budget, std::chrono::seconds(60));
  EXPECT_EQ(design_of("{time_budget: 1.5min}").time_budget, std::chrono::seconds(90));
  EXPECT_EQ(design_of("{interleave: rounds, time_budget: 1h}").time_budget, std::chrono::hours(1));
  EXPECT_EQ(design_of("{}").time_budget, std::nullopt);
}

TEST(DesignReader, ATimeBudgetOnTheCommandLineIsThatOfAFile) {
  EXPECT_EQ(time_budget_from("60s"), std::chrono::seconds(60));
  EXPECT_EQ(time_budget_from("2min"), std::chrono::minutes(2));
  for (const char* wrong : {"", "60", "s", "sixty s", "6 0s", "-5s", "0s", "25h", "nans", "infh", "1e99h"}) {
    EXPECT_THROW(time_budget_from(wrong), UsageFailure) << wrong;
  }
}

TEST(DesignReader, SequentialHasOneNumberOfRounds) {
  const auto rounds = [](const std::string& given) {
    const Design design = design_of("{interleave: sequential" + given + "}");
    EXPECT_EQ(design.interleave, Interleave::sequential);
    EXPECT_EQ(design.rounds_min, design.rounds_max);
    return design.rounds_min;
  };
  EXPECT_EQ(rounds(""), 6);
  EXPECT_EQ(rounds(", rounds: {min: 9}"), 9);
  EXPECT_EQ(rounds(", rounds: {max: 3}"), 3);
  EXPECT_EQ(rounds(", rounds: {max: 40}"), 40);
  EXPECT_EQ(rounds(", rounds: {min: 31}"), 31) << "above the default of max";
  EXPECT_EQ(rounds(", rounds: {min: 7, max: 7}"), 7);
  EXPECT_EQ(design_of("{interleave: rounds}").rounds_max, 30) << "precision may end these";
}

struct DesignCase {
  const char* design;
  const char* says;
};

TEST(DesignReader, RefusesAndSaysWhatIsAllowed) {
  for (const DesignCase& one :
       {DesignCase{"{batch: 1}",
                   "x.yaml:6:17: design.batch: found 1; a duration needs a number and a unit (us, ms, s), as 1ms"},
        DesignCase{"{batch: 1m}", "a unit (us, ms, s)"},
        DesignCase{"{batch: -1ms}", "a unit (us, ms, s)"},
        DesignCase{"{batch: 9us}", "found 9us; 10us to 10s is allowed"},
        DesignCase{"{batch: 11s}", "10us to 10s is allowed"},
        DesignCase{"{batch: 0ms}", "10us to 10s is allowed"},
        DesignCase{"{batches: 9}", "found 9; 10 to 100000 is allowed"},
        DesignCase{"{batches: 100001}", "10 to 100000 is allowed"},
        DesignCase{"{batches: 99999999999999999999}", "design.batches"},
        DesignCase{"{batches: 1e2}", "a whole number is wanted, not 1e2"},
        DesignCase{"{rounds: {min: 0}}", "design.rounds.min: found 0; 1 to 1000 is allowed"},
        DesignCase{"{rounds: {max: 1001}}", "design.rounds.max: found 1001; 1 to 1000 is allowed"},
        DesignCase{"{rounds: {min: 7, max: 6}}", "x.yaml:6:24: design.rounds: min is larger than max (7 and 6)"},
        DesignCase{"{rounds: {min: 31}}", "min is larger than max (31 and 30, where none is given)"},
        DesignCase{"{rounds: {max: 5}}", "min is larger than max (6, where none is given and 5)"},
        DesignCase{"{rounds: {minimum: 5}}", "unknown key minimum; allowed: max, min."},
        DesignCase{"{rounds: 6}", "a map of keys is wanted, not 6"},
        DesignCase{"{precision: 0%}", "it must be above 0"},
        DesignCase{"{precision: 101%}", "at most 100%"},
        DesignCase{"{precision: 2}", "a percentage is wanted, as 2%"},
        DesignCase{"{precision: 0.02}", "a percentage is wanted, as 2%"},
        DesignCase{"{precision: -1%}", "a percentage is wanted"},
        DesignCase{"{hand_over: futx}", "Did you mean futex?"},
        DesignCase{"{hand_over: pipe}", "found pipe; allowed: auto, stdio, futex."},
        DesignCase{"{time_budget: 60}", "a time needs a number and a unit (s, min, h), as 60s"},
        DesignCase{"{time_budget: 500ms}", "a time needs a number and a unit"},
        DesignCase{"{time_budget: 0.5s}", "found 0.5s; 1s to 24h is allowed"},
        DesignCase{"{time_budget: 25h}", "1s to 24h is allowed"},
        DesignCase{"{interleave: sequential, time_budget: 60s}", "time cannot end it"},
        DesignCase{"{interleave: parallel}", "found parallel; allowed: lockstep, rounds, sequential."},
        DesignCase{"{interleave: sequential, rounds: {min: 6, max: 9}}",
                   "x.yaml:6:48: design.rounds: min is 6 and max 9"},
        DesignCase{"{interleave: sequential, rounds: {min: 9, max: 6}}", "let min be max"},
        DesignCase{"{interleave: lockstp}", "Did you mean lockstep?"}}) {
    EXPECT_THAT(answer_to_design(one.design), HasSubstr(one.says)) << one.design;
  }
}

TEST(DesignReader, SaysSeveralProblemsAtOnce) {
  const std::string text = answer_to_design("{batch: 1us, rounds: {min: 7, max: 6}, precision: 0%}");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2) << text;
}

}  // namespace
}  // namespace orchestrate
