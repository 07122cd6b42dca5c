#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace probe {

/// How often each number of ticks was seen. Exact below exact_below; above it every power of two is divided into
/// steps_in_an_octave buckets, and a bucket stands for its lower edge, which is less than one part in 256 below any
/// value in it. The smallest and the largest value are always exact. All of it is allocated, and its pages are touched,
/// before anything is recorded.
class Histogram {
 public:
  static constexpr std::uint64_t exact_below = 4096;
  static constexpr std::uint64_t steps_in_an_octave = 256;

  void record(std::uint64_t ticks) {
    ++counts_[bucket_of(ticks)];
    ++count_;
    total_ += ticks;
    smallest_ = std::min(smallest_, ticks);
    largest_ = std::max(largest_, ticks);
  }

  void clear();

  /// How many values were recorded; what follows wants one at least.
  std::uint64_t count() const { return count_; }
  std::uint64_t smallest() const { return smallest_; }
  std::uint64_t largest() const { return largest_; }
  double mean() const { return static_cast<double>(total_) / static_cast<double>(count_); }

  /// The smallest value that has at least the given share (0 to 1) of all at or below itself, as far as buckets tell.
  std::uint64_t quantile(double share) const;

  /// Value and count of each bucket that holds something, ascending.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> buckets() const;

 private:
  static constexpr unsigned exact_bits = 12;  // of exact_below
  static constexpr unsigned step_bits = 8;    // of steps_in_an_octave
  static constexpr std::size_t bucket_count = exact_below + (64 - exact_bits) * steps_in_an_octave;

  static std::size_t bucket_of(std::uint64_t ticks) {
    if (ticks < exact_below) return ticks;
    const auto octave = 63 - static_cast<unsigned>(__builtin_clzll(ticks));
    const std::uint64_t step = (ticks >> (octave - step_bits)) - steps_in_an_octave;
    return exact_below + (octave - exact_bits) * steps_in_an_octave + step;
  }
  static std::uint64_t lower_edge(std::size_t bucket);

  std::vector<std::uint32_t> counts_ = std::vector<std::uint32_t>(bucket_count, 0);  // at most 10^9 calls are timed
  std::uint64_t count_ = 0;
  std::uint64_t total_ = 0;
  std::uint64_t smallest_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t largest_ = 0;
};

}  // namespace probe
