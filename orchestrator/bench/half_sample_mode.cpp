#include "bench/half_sample_mode.hpp"

#include <algorithm>
#include <cstddef>

namespace orchestrate::bench {

double half_sample_mode(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  std::size_t begin = 0;
  std::size_t size = values.size();
  while (size > 3) {
    const std::size_t half = (size + 1) / 2;
    std::size_t densest = begin;
    for (std::size_t from = begin; from + half <= begin + size; ++from) {
      const auto width = [&](std::size_t at) { return values[at + half - 1] - values[at]; };
      if (width(from) < width(densest)) densest = from;
    }
    begin = densest;
    size = half;
  }
  const double* at = &values[begin];
  if (size == 1) return at[0];
  if (size == 2) return (at[0] + at[1]) / 2;
  // Of three the two that lie nearer to one another.
  const double left = at[1] - at[0];
  const double right = at[2] - at[1];
  if (left == right) return at[1];
  return left < right ? (at[0] + at[1]) / 2 : (at[1] + at[2]) / 2;
}

}  // namespace orchestrate::bench
