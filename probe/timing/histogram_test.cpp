#include "timing/histogram.hpp"

#include <gtest/gtest.h>

#include <random>

namespace probe {
namespace {

using Buckets = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

constexpr std::uint64_t largest_value = std::numeric_limits<std::uint64_t>::max();

/// The value that stands for `ticks`.
std::uint64_t bucket_of(std::uint64_t ticks) {
  Histogram histogram;
  histogram.record(ticks);
  const Buckets buckets = histogram.buckets();
  EXPECT_EQ(buckets.size(), 1u);
  return buckets.at(0).first;
}

TEST(ProbeHistogram, IsExactBelow4096) {
  Histogram histogram;
  Buckets expected;
  for (std::uint64_t ticks = 0; ticks < 4096; ++ticks) {
    histogram.record(ticks);
    histogram.record(ticks);
    expected.emplace_back(ticks, 2);
  }
  EXPECT_EQ(histogram.buckets(), expected);
  EXPECT_EQ(histogram.count(), 8192u);
}

TEST(ProbeHistogram, AboveThatABucketIsItsLowerEdge) {
  EXPECT_EQ(bucket_of(4096), 4096u);
  EXPECT_EQ(bucket_of(4096 + 15), 4096u);
  EXPECT_EQ(bucket_of(4096 + 16), 4096u + 16);
  EXPECT_EQ(bucket_of(8191), 8192u - 16);
  EXPECT_EQ(bucket_of(8192), 8192u);
  EXPECT_EQ(bucket_of(8192 + 31), 8192u);
  EXPECT_EQ(bucket_of(1000000), 999424u);  // 2^19 + 232 * 2^11
  EXPECT_EQ(bucket_of(largest_value), largest_value - (std::uint64_t{1} << 55) + 1);
}

TEST(ProbeHistogram, ABucketIsLessThanOnePartIn256BelowItsValues) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t ticks = random() >> (random() % 64);
    const std::uint64_t bucket = bucket_of(ticks);
    ASSERT_LE(bucket, ticks);
    ASSERT_LT(ticks - bucket, ticks / 256 + 1) << ticks;
  }
}

TEST(ProbeHistogram, BucketsAscendAndHoldEverything) {
  std::mt19937_64 random(11);
  Histogram histogram;
  for (int i = 0; i < 10000; ++i) histogram.record(random() >> (random() % 64));
  const Buckets buckets = histogram.buckets();
  std::uint64_t held = buckets[0].second;
  for (std::size_t i = 1; i < buckets.size(); ++i) {
    ASSERT_LT(buckets[i - 1].first, buckets[i].first);
    held += buckets[i].second;
  }
  EXPECT_EQ(held, 10000u);
}

// The one long line of the protocol stays well below 1 MB.
TEST(ProbeHistogram, TheLongestListOfBucketsFitsALine) {
  Histogram histogram;
  for (std::uint64_t ticks = 0; ticks < 8192; ++ticks) {
    for (unsigned shift = 0; shift <= 51; ++shift) histogram.record(ticks << shift);
  }
  constexpr std::size_t longest_item = sizeof "[18446744073709551615,1000000000],";
  EXPECT_EQ(histogram.buckets().size(), 4096u + 52 * 256);
  EXPECT_LT(histogram.buckets().size() * longest_item, 1000000u);
}

TEST(ProbeHistogram, TheExtremesAreExact) {
  Histogram histogram;
  for (const std::uint64_t ticks : {5000, 123457, 70001}) histogram.record(ticks);
  EXPECT_EQ(histogram.smallest(), 5000u);
  EXPECT_EQ(histogram.largest(), 123457u);
  EXPECT_EQ(histogram.quantile(0), 5000u) << "not its bucket's edge, which nothing reached";
  EXPECT_EQ(histogram.quantile(1), 123457u);
  EXPECT_DOUBLE_EQ(histogram.mean(), (5000 + 123457 + 70001) / 3.0);
}

TEST(ProbeHistogram, QuantilesAreValuesThatWereSeen) {
  Histogram histogram;
  for (std::uint64_t ticks = 1; ticks <= 10; ++ticks) histogram.record(ticks);
  EXPECT_EQ(histogram.quantile(0), 1u);
  EXPECT_EQ(histogram.quantile(0.1), 1u);
  EXPECT_EQ(histogram.quantile(0.11), 2u);
  EXPECT_EQ(histogram.quantile(0.5), 5u);
  EXPECT_EQ(histogram.quantile(0.99), 10u);
}

TEST(ProbeHistogram, ClearForgetsEverything) {
  Histogram histogram;
  histogram.record(1);
  histogram.record(largest_value);
  histogram.clear();
  EXPECT_EQ(histogram.count(), 0u);
  EXPECT_TRUE(histogram.buckets().empty());
  histogram.record(7);
  EXPECT_EQ(histogram.smallest(), 7u);
  EXPECT_EQ(histogram.largest(), 7u);
  EXPECT_EQ(histogram.mean(), 7);
}

}  // namespace
}  // namespace probe
