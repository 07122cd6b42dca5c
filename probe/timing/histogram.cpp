#include "timing/histogram.hpp"

#include <cmath>

namespace probe {

static_assert(Histogram::exact_below == 1 << 12 && Histogram::steps_in_an_octave == 1 << 8,
              "their numbers of bits are in the header");

void Histogram::clear() {
  std::fill(counts_.begin(), counts_.end(), 0);  // in place: the memory stays
  count_ = 0;
  total_ = 0;
  smallest_ = std::numeric_limits<std::uint64_t>::max();
  largest_ = 0;
}

std::uint64_t Histogram::quantile(double share) const {
  const auto rank = std::max(std::ceil(share * static_cast<double>(count_)), 1.0);
  if (rank >= static_cast<double>(count_)) return largest_;
  std::uint64_t seen = 0;
  for (const auto& bucket : buckets()) {
    seen += bucket.second;
    // The lowest bucket's edge may lie below everything that was seen.
    if (static_cast<double>(seen) >= rank) return std::max(bucket.first, smallest_);
  }
  return largest_;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> Histogram::buckets() const {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> filled;
  for (std::size_t bucket = 0; bucket < counts_.size(); ++bucket) {
    if (counts_[bucket] != 0) filled.emplace_back(lower_edge(bucket), counts_[bucket]);
  }
  return filled;
}

std::uint64_t Histogram::lower_edge(std::size_t bucket) {
  if (bucket < exact_below) return bucket;
  const std::size_t octave = (bucket - exact_below) / steps_in_an_octave + exact_bits;
  const std::uint64_t step = (bucket - exact_below) % steps_in_an_octave;
  return (steps_in_an_octave + step) << (octave - step_bits);
}

}  // namespace probe
