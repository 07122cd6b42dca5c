#include "journal/size.hpp"

#include <gtest/gtest.h>

#include "plan/sample_plan.hpp"

namespace orchestrate {
namespace {

TEST(Size, GrowsWithTheRoundsAndWithWhatARoundHas) {
  const Plan plan = sample_plan();
  EXPECT_GT(bytes_of_run(plan, 2), bytes_of_run(plan, 1));
  Plan longer = plan;
  longer.design.batches *= 100;
  EXPECT_GT(bytes_of_run(longer, 1), bytes_of_run(plan, 1));
}

TEST(Size, IsNotLessThanWhatARealRunTook) {
  // experiments/seccomp.yaml, 2026-11-30: 6 rounds, 3 containers, 6 operations, 100 batches: 1 069 684 bytes.
  Plan plan = sample_plan();
  plan.operations.resize(6);
  plan.design.batches = 100;
  EXPECT_GT(bytes_of_run(plan, 6), 1'069'684U);
  EXPECT_LT(bytes_of_run(plan, 6), 5'000'000U) << "and not so much more that it would refuse without need";
}

}  // namespace
}  // namespace orchestrate
