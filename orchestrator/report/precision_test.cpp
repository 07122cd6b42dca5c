#include "report/precision.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plan/sample_plan.hpp"

namespace orchestrate {
namespace {

/// A run of 30 rounds in 60 s whose widest ratio is known to within ±half_width, where 2 % are wanted.
Summary run_with(double half_width) {
  Summary summary;
  summary.run.plan = sample_plan();
  summary.rounds = 30;
  summary.time.wall_s = 60;
  ContrastResult contrast;
  contrast.difference_ns = Estimate{};
  contrast.ratio = Estimate{1, Interval{1 - half_width, 1 + half_width}, {0.5, 1.5}, 30};
  summary.contrasts = {contrast};
  return summary;
}

TEST(Precision, WhatWasReachedIsTold) {
  EXPECT_EQ(precision_text(run_with(0.015)), "±1.50 % reached, ±2.00 % wanted");
  EXPECT_FALSE(precision_of(run_with(0.015))->rounds_needed);
}

TEST(Precision, WhatItWouldTakeIsToldWhereItWasNotReached) {
  EXPECT_EQ(precision_text(run_with(0.04)), "±4.00 % reached, ±2.00 % wanted: that would take about 120 rounds, 4 min");
  EXPECT_NEAR(*precision_of(run_with(0.04))->seconds_needed, 240, 1e-6);
  Summary still_running = run_with(0.04);
  still_running.time.wall_s = 0;
  EXPECT_EQ(precision_text(still_running), "±4.00 % reached, ±2.00 % wanted: that would take about 120 rounds");
  EXPECT_EQ(precision_text(run_with(0.8)),
            "±80.00 % reached, ±2.00 % wanted: that would take about 48000 rounds, 26.7 h");
}

TEST(Precision, TooFewRoundsHaveNone) {
  Summary summary = run_with(0.01);
  summary.contrasts[0].ratio->interval.reset();
  EXPECT_EQ(precision_text(summary), "±2.00 % wanted, and an interval needs 6 rounds");
}

TEST(Precision, ARunWithoutNumbersHasNone) {
  Summary summary = run_with(0.01);
  summary.contrasts[0].ratio.reset();
  EXPECT_EQ(precision_text(summary), "");
  summary.contrasts.clear();
  EXPECT_FALSE(precision_of(summary));
  OperationResult operation;
  operation.ns = Estimate{100, Interval{90, 110}, {90, 110}, 30};
  summary.operations = {operation};
  EXPECT_NEAR(*precision_of(summary)->reached, 0.1, 1e-12) << "without contrasts that of the operations counts";
}

}  // namespace
}  // namespace orchestrate
