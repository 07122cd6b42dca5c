#include "analysis/tukey.hpp"

#include <algorithm>

namespace orchestrate {
namespace {

/// The value at a depth (counted from 1 at the low end) that may end in a half.
double at_depth(const std::vector<double>& sorted, double depth) {
  const auto below = static_cast<std::size_t>(depth);
  const double value = sorted[below - 1];
  return static_cast<double>(below) == depth ? value : (value + sorted[below]) / 2;
}

}  // namespace

std::vector<Outlier> outliers(const std::vector<double>& values) {
  if (values.size() < 4) return {};
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  const std::size_t depth_of_median = (sorted.size() + 1) / 2;
  const double depth = (static_cast<double>(depth_of_median) + 1) / 2;
  const double low = at_depth(sorted, depth);
  std::reverse(sorted.begin(), sorted.end());
  const double high = at_depth(sorted, depth);
  const auto outside = [&](double value, double steps) {
    return value < low - steps * (high - low) || value > high + steps * (high - low);
  };
  std::vector<Outlier> labelled;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (outside(values[i], 1.5)) labelled.push_back({i, values[i], outside(values[i], 3)});
  }
  return labelled;
}

}  // namespace orchestrate
