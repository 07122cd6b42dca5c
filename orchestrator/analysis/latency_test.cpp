#include "analysis/latency.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace orchestrate {
namespace {

constexpr std::int64_t cost = 10;

/// Samples on a timer that ticks once a nanosecond and costs 10 ns.
Sampled sampled(std::vector<std::pair<std::int64_t, std::int64_t>> net_ns) {
  for (auto& [ns, times] : net_ns) ns += cost;
  return {100'000, 16, 10'000'000, net_ns.front().first, net_ns.back().first, net_ns, {"tsc", 1, 1, cost}};
}

/// The article's timer: one tick is 41.67 ns, and a call takes 2 or 3 of them.
Sampled on_a_coarse_timer() {
  return {100'000, 16, 9'536'000, 2, 689, {{2, 800}, {3, 190}, {689, 10}}, {"cntvct", 41.67, 1, 0}};
}

TEST(Percentile, IsTheNearestRankLessTheTimersCost) {
  const Sampled samples = sampled({{80, 500}, {90, 400}, {100, 99}, {5000, 1}});
  EXPECT_EQ(percentile_ns(samples, 0.5), 80);
  EXPECT_EQ(percentile_ns(samples, 0.501), 90);
  EXPECT_EQ(percentile_ns(samples, 0.9), 90);
  EXPECT_EQ(percentile_ns(samples, 0.99), 100);
}

TEST(Percentile, NeedsEnoughSamples) {
  EXPECT_FALSE(percentile_ns(sampled({{80, 367}}), 0.99));
  EXPECT_TRUE(percentile_ns(sampled({{80, 368}}), 0.99));
  EXPECT_FALSE(percentile_ns(sampled({{80, 35}}), 0.9));
  EXPECT_TRUE(percentile_ns(sampled({{80, 36}}), 0.9));
}

TEST(Latency, BringsRoundsTogether) {
  const Latency latency = latency_of({sampled({{80, 900}, {100, 100}}), sampled({{82, 900}, {700, 100}})}, {6, 9});
  EXPECT_EQ(latency.calls, 200'000);
  EXPECT_EQ(latency.timed, 2000);
  EXPECT_EQ(latency.smallest_ns, 80);
  EXPECT_EQ(latency.largest_ns, 700);
  EXPECT_DOUBLE_EQ(latency.mean_ns.median, 100);
  EXPECT_DOUBLE_EQ(latency.elapsed_s, 0.02);
  EXPECT_DOUBLE_EQ(latency.percentiles[0].ns->median, 81);
  EXPECT_EQ(latency.timer_cost_ns, cost);
  EXPECT_FALSE(latency.percentiles[0].on_grid);
}

TEST(Latency, MarksWhatIsTheTimersGrid) {
  const Latency latency = latency_of({on_a_coarse_timer()}, {6});
  EXPECT_NEAR(latency.percentiles[0].ns->median, 83.3, 0.1);
  EXPECT_NEAR(latency.percentiles[1].ns->median, 125, 0.1);
  for (const Percentile& percentile : latency.percentiles) EXPECT_TRUE(percentile.on_grid) << percentile.share;
  EXPECT_DOUBLE_EQ(latency.mean_ns.median, 95.36) << "the mean knows no grid";
}

TEST(Latency, TheHistogramHoldsEveryCallOnce) {
  for (const Sampled& samples : {sampled({{80, 900}, {83, 60}, {100, 39}, {9000, 1}}), on_a_coarse_timer(),
                                 sampled({{80, 1000}}), sampled({{-4, 500}, {0, 500}})}) {
    const Latency latency = latency_of({samples}, {6});
    const auto& bins = latency.histogram;
    EXPECT_EQ(std::accumulate(bins.begin(), bins.end(), std::int64_t{0},
                              [](std::int64_t sum, const Bin& bin) { return sum + bin.calls; }),
              latency.timed);
    for (std::size_t i = 1; i < bins.size(); ++i) EXPECT_DOUBLE_EQ(bins[i].from_ns, bins[i - 1].to_ns);
    EXPECT_LE(bins.size(), 22U);
    for (std::size_t i = 0; i + 1 < bins.size(); ++i) {
      EXPECT_GE(bins[i].to_ns - bins[i].from_ns, latency.timer_step_ns * 0.999) << "no bin finer than the timer";
    }
  }
}

}  // namespace
}  // namespace orchestrate
