#include "analysis/order_statistics.hpp"

#include <algorithm>
#include <cstddef>

namespace orchestrate {

double median(std::vector<double> values) {
  const std::size_t middle = values.size() / 2;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(middle), values.end());
  const double upper = values[middle];
  if (values.size() % 2 == 1) return upper;
  const double lower = *std::max_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(middle));
  return lower + (upper - lower) / 2;
}

double floor_of(std::vector<double> values) {
  const std::size_t rank = (values.size() + 9) / 10;
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(rank - 1);
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

std::optional<Interval> interval_at(std::vector<double> values, const Ranks& ranks) {
  if (ranks.low == 0 || static_cast<std::size_t>(ranks.high) > values.size()) return std::nullopt;
  std::sort(values.begin(), values.end());
  return Interval{values[static_cast<std::size_t>(ranks.low - 1)], values[static_cast<std::size_t>(ranks.high - 1)]};
}

}  // namespace orchestrate
