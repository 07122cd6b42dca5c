#include "analysis/autocorrelation.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>

namespace orchestrate {
namespace {

using Values = std::span<const double>;

/// Sum of the products of deviations `lag` apart.
double autocovariance(Values series, double mean, std::size_t lag) {
  double sum = 0;
  for (std::size_t i = 0; i + lag < series.size(); ++i) sum += (series[i] - mean) * (series[i + lag] - mean);
  return sum;
}

/// A series that hangs together over more batches than this is worth next to nothing anyway, and without a bound the
/// work would grow with the square of its length.
constexpr std::size_t most_lags = 1000;

double effective(Values series) {
  const auto n = static_cast<double>(series.size());
  if (series.size() < 4) return n;
  const double mean = std::accumulate(series.begin(), series.end(), 0.0) / n;
  const double variance = autocovariance(series, mean, 0);
  if (variance <= 0) return n;
  double correlations = -1;
  for (std::size_t lag = 0; lag + 1 < std::min(series.size(), most_lags); lag += 2) {
    const double pair = autocovariance(series, mean, lag) + autocovariance(series, mean, lag + 1);
    if (pair <= 0) break;
    correlations += 2 * pair / variance;
  }
  return std::clamp(n / std::max(correlations, 1e-12), 1.0, n);
}

}  // namespace

double effective_sample_size(const std::vector<double>& series) {
  return effective(series);
}

double effective_sample_size(const std::vector<double>& series, std::size_t length) {
  double sum = 0;
  for (std::size_t from = 0; from < series.size(); from += length) {
    sum += effective(Values(series).subspan(from, std::min(length, series.size() - from)));
  }
  return sum;
}

}  // namespace orchestrate
