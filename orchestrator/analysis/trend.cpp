#include "analysis/trend.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <cstddef>
#include <map>
#include <numeric>

#include "analysis/order_statistics.hpp"

namespace orchestrate {
namespace {

constexpr std::size_t most_pairs_exact = 50;

/// The probability that a random order of `n` values has at most so many pairs out of order, for each number of pairs:
/// the k-th value to come in has 0 .. k−1 larger ones before it, each with the same probability.
std::vector<double> cumulative_discordant(std::size_t n) {
  std::vector<double> probability{1.0};
  for (std::size_t k = 2; k <= n; ++k) {
    std::vector<double> next(probability.size() + k - 1, 0.0);
    for (std::size_t i = 0; i < probability.size(); ++i) {
      for (std::size_t more = 0; more < k; ++more) next[i + more] += probability[i] / static_cast<double>(k);
    }
    probability = std::move(next);
  }
  std::partial_sum(probability.begin(), probability.end(), probability.begin());
  return probability;
}

/// A summary asks for many series of the same length.
double at_most_discordant(std::size_t n, std::size_t pairs) {
  thread_local std::map<std::size_t, std::vector<double>> known;
  auto found = known.find(n);
  if (found == known.end()) found = known.emplace(n, cumulative_discordant(n)).first;
  return found->second[std::min(pairs, found->second.size() - 1)];
}

/// The variance of concordant less discordant pairs.
double variance(const std::vector<double>& values) {
  const auto part = [](double n) { return n * (n - 1) * (2 * n + 5); };
  std::map<double, int> ties;
  for (const double value : values) ++ties[value];
  double sum = part(static_cast<double>(values.size()));
  for (const auto& [value, times] : ties) sum -= part(times);
  return sum / 18;
}

}  // namespace

std::optional<Trend> trend_of(const std::vector<double>& values) {
  if (values.size() < 4) return std::nullopt;
  std::vector<double> slopes;
  slopes.reserve(values.size() * (values.size() - 1) / 2);
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = i + 1; j < values.size(); ++j) {
      slopes.push_back((values[j] - values[i]) / static_cast<double>(j - i));
    }
  }
  const auto falling = std::count_if(slopes.begin(), slopes.end(), [](double slope) { return slope < 0; });
  const auto rising = std::count_if(slopes.begin(), slopes.end(), [](double slope) { return slope > 0; });
  const bool ties = static_cast<std::size_t>(falling + rising) < slopes.size();
  Trend trend{median(slopes), 1};
  if (values.size() <= most_pairs_exact && !ties) {
    const auto rarer = static_cast<std::size_t>(std::min(falling, rising));
    trend.p = std::min(1.0, 2 * at_most_discordant(values.size(), rarer));
  } else if (const double deviation = std::sqrt(variance(values)); deviation > 0) {
    const double score = std::max(0.0, std::abs(static_cast<double>(rising - falling)) - 1) / deviation;
    trend.p = std::min(1.0, 2 * boost::math::cdf(boost::math::complement(boost::math::normal(), score)));
  }
  return trend;
}

}  // namespace orchestrate
