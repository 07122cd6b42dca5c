#include "timing/calibrate.hpp"

#include <gtest/gtest.h>

namespace probe {
namespace {

TEST(ProbeCalibrate, FindsTheCountThatFits) {
  const auto elapsed_ns = [](std::uint64_t iterations) { return iterations * 100 + 40; };  // 40: the clock's own cost
  EXPECT_NEAR(static_cast<double>(calibrate(elapsed_ns, 1000000)), 10000, 10);
}

// nanobench's lesson: the third reading is hit by a preemption of 5 ms, longer than the batch wanted.
TEST(ProbeCalibrate, OnePreemptionDoesNotStopItTooEarly) {
  for (int hit = 0; hit < 20; ++hit) {
    int reading = 0;
    const auto elapsed_ns = [&](std::uint64_t iterations) {
      return iterations * 100 + (reading++ == hit ? 5000000u : 0u);
    };
    EXPECT_NEAR(static_cast<double>(calibrate(elapsed_ns, 1000000)), 10000, 10) << "reading " << hit << " was hit";
  }
}

// Two in a row, so that of two readings none is true: only that they disagree tells.
TEST(ProbeCalibrate, NeitherDoTwoPreemptionsInARow) {
  for (int hit = 0; hit < 20; ++hit) {
    int reading = -1;
    const auto elapsed_ns = [&](std::uint64_t iterations) {
      ++reading;
      return iterations * 100 + (reading == hit ? 20000000u : reading == hit + 1 ? 5000000u : 0u);
    };
    EXPECT_NEAR(static_cast<double>(calibrate(elapsed_ns, 1000000)), 10000, 10)
        << "readings from " << hit << " were hit";
  }
}

TEST(ProbeCalibrate, TheFastestReadingCounts) {
  int reading = 0;
  const auto elapsed_ns = [&](std::uint64_t iterations) { return iterations * (reading++ % 2 == 0 ? 110 : 100); };
  EXPECT_EQ(calibrate(elapsed_ns, 1000000), 10000u);
}

TEST(ProbeCalibrate, EndsThoughNoTwoReadingsAgree) {
  std::uint64_t factor = 1;
  const auto elapsed_ns = [&](std::uint64_t iterations) { return iterations * (factor *= 2); };
  EXPECT_GE(calibrate(elapsed_ns, 1000000), 1u);
}

TEST(ProbeCalibrate, AnOperationLongerThanTheBatchRunsOnce) {
  EXPECT_EQ(calibrate([](std::uint64_t iterations) { return iterations * 5000000; }, 1000000), 1u);
}

TEST(ProbeCalibrate, AnOperationWithoutCostHitsTheLimit) {
  EXPECT_EQ(calibrate([](std::uint64_t) { return 0; }, 1000000), largest_iterations);
}

}  // namespace
}  // namespace probe
