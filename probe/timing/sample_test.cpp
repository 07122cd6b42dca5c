#include "timing/sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

namespace probe {
namespace {

TEST(ProbeSample, TheListOfWhatCanBeSampledIsTrue) {
  const std::vector<std::string> names = sampled_operation_names();
  for (const Operation& operation : operations()) {
    const bool listed = std::count(names.begin(), names.end(), operation.name) == 1;
    EXPECT_EQ(static_cast<bool>(operation.prepare().sample), listed) << operation.name;
    EXPECT_EQ(sample_problem(operation).empty(), listed) << operation.name;
  }
  for (const std::string& name : names) EXPECT_NE(find_operation(name), nullptr) << name;
}

TEST(ProbeSample, EveryOperationOfTheListIsSampled) {
  for (const std::string& name : sampled_operation_names()) {
    const Operation& operation = *find_operation(name);
    const Sampled sampled = sample_calls(operation, operation.prepare(), {1003, 10});
    EXPECT_EQ(sampled.ticks.count(), 100u) << name;
    EXPECT_EQ(sampled.batch.iterations, 1003u) << name;
  }
}

/// A sample whose calls all took that long and returned that.
PreparedOperation that_takes(std::uint64_t ticks, long unexpected) {
  PreparedOperation prepared;
  prepared.sample = [=](const SampleSize& size, Histogram& histogram) {
    for (std::uint64_t i = 0; i < size.calls / size.every; ++i) histogram.record(ticks);
    return LoopResult{unexpected, 0};
  };
  return prepared;
}

TEST(ProbeSample, WhatWarmedUpIsNotCounted) {
  const Sampled sampled = sample_calls(*find_operation("getpid"), that_takes(50, 0), {100000, 100});
  EXPECT_EQ(sampled.ticks.count(), 1000u);
  EXPECT_EQ(sampled.ticks.smallest(), 50u);
  EXPECT_EQ(sampled.ticks.largest(), 50u);
}

TEST(ProbeSample, ATimerThatRunsBackwardIsRefused) {
  const std::uint64_t backward = std::uint64_t{0} - 3;
  EXPECT_THROW(sample_calls(*find_operation("getpid"), that_takes(backward, 0), {100, 10}), std::runtime_error);
}

TEST(ProbeSample, ACallThatReturnsSomethingElseIsRefused) {
  EXPECT_THROW(sample_calls(*find_operation("getpid"), that_takes(50, 1), {100, 10}), std::runtime_error);
}

}  // namespace
}  // namespace probe
