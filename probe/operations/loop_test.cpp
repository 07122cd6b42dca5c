#include "operations/loop.hpp"

#include <gtest/gtest.h>

namespace probe {
namespace {

TEST(ProbeLoop, ASampleMakesEveryCallAndTimesItsShare) {
  for (const SampleSize size : {SampleSize{1, 1}, {7, 1}, {7, 7}, {100, 16}, {96, 16}, {1000, 999}}) {
    Histogram ticks;
    std::uint64_t calls = 0;
    const LoopResult result = sample(
        size, 5,
        [&calls] {
          ++calls;
          return 5L;
        },
        ticks);
    EXPECT_EQ(calls, size.calls);
    EXPECT_EQ(ticks.count(), size.calls / size.every);
    EXPECT_EQ(result.unexpected, 0);
  }
}

// 10 calls, of which the 4th and the 8th are timed and the last two come after the last that is.
TEST(ProbeLoop, ASampleSeesEachCallThatFails) {
  for (int failing = 0; failing < 10; ++failing) {
    Histogram ticks;
    int call = 0;
    const LoopResult result = sample(
        {10, 4}, 1, [&] { return call++ == failing ? -1L : 1L; }, ticks);
    EXPECT_NE(result.unexpected, 0) << "call " << failing;
  }
}

TEST(ProbeLoop, ASampleSaysWhatTheLastCallReturned) {
  for (const std::uint64_t calls : {8u, 10u}) {
    Histogram ticks;
    long call = 0;
    EXPECT_EQ(sample(
                  {calls, 4}, 1, [&] { return ++call; }, ticks)
                  .last,
              static_cast<long>(calls));
  }
}

TEST(ProbeLoop, AnExpectationBelowZeroIsAFailure) {
  Histogram ticks;
  EXPECT_NE(sample(
                {4, 1}, -38, [] { return -38L; }, ticks)
                .unexpected,
            0);
  EXPECT_NE(repeat(0, -38, [] { return -38L; }).unexpected, 0);
}

}  // namespace
}  // namespace probe
