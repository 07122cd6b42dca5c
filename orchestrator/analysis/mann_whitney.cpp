#include "analysis/mann_whitney.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <cstddef>

namespace orchestrate {
namespace {

constexpr int most_exact = 50;

/// The distribution of U for samples of `m` and `n`, cumulated: the largest value of all either belongs to the first
/// sample, and is above all n of the second, or to the second.
std::vector<double> cumulative(int m, int n) {
  // by[j] is the distribution for i of the first sample and j of the second.
  std::vector<std::vector<double>> by(static_cast<std::size_t>(n) + 1, std::vector<double>{1.0});
  for (int i = 1; i <= m; ++i) {
    for (int j = 1; j <= n; ++j) {
      const std::vector<double>& first = by[static_cast<std::size_t>(j)];       // i−1, j
      const std::vector<double>& second = by[static_cast<std::size_t>(j) - 1];  // i, j−1
      std::vector<double> now(static_cast<std::size_t>(i * j) + 1, 0.0);
      const double share = static_cast<double>(i) / (i + j);
      for (std::size_t u = 0; u < first.size(); ++u) now[u + static_cast<std::size_t>(j)] += share * first[u];
      for (std::size_t u = 0; u < second.size(); ++u) now[u] += (1 - share) * second[u];
      by[static_cast<std::size_t>(j)] = std::move(now);
    }
  }
  std::vector<double> sums = by.back();
  for (std::size_t u = 1; u < sums.size(); ++u) sums[u] += sums[u - 1];
  return sums;
}

double approximated(int m, int n, int u) {
  const double mean = 0.5 * m * n;
  const double deviation = std::sqrt(mean * (m + n + 1) / 6);
  return boost::math::cdf(boost::math::normal(mean, deviation), u + 0.5);
}

/// The probability of at most u for each u up to the middle, which is where half of it lies.
std::vector<double> lower_half(int m, int n) {
  const auto half = static_cast<std::size_t>(m * n / 2) + 1;
  if (m <= most_exact && n <= most_exact) {
    std::vector<double> exact = cumulative(m, n);
    exact.resize(half);
    return exact;
  }
  std::vector<double> p(half);
  for (std::size_t u = 0; u < half; ++u) p[u] = approximated(m, n, static_cast<int>(u));
  return p;
}

std::vector<double> pair_differences(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> all;
  all.reserve(a.size() * b.size());
  for (const double one : a) {
    for (const double other : b) all.push_back(other - one);
  }
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

double mann_whitney_probability(int m, int n, int u) {
  if (u < 0) return 0;
  if (u >= m * n) return 1;
  return m <= most_exact && n <= most_exact ? cumulative(m, n)[static_cast<std::size_t>(u)] : approximated(m, n, u);
}

Shift shift_between(const std::vector<double>& a, const std::vector<double>& b, double alpha) {
  const std::vector<double> all = pair_differences(a, b);
  const std::vector<double> p = lower_half(static_cast<int>(a.size()), static_cast<int>(b.size()));
  Shift shift{median(all), std::nullopt, 1};

  // U is the number of differences below zero; one of zero counts half to either side, rounded to the milder.
  const auto below = std::lower_bound(all.begin(), all.end(), 0.0) - all.begin();
  const auto above = all.end() - std::upper_bound(all.begin(), all.end(), 0.0);
  const auto zero = static_cast<std::ptrdiff_t>(all.size()) - below - above;
  const auto rarer = static_cast<std::size_t>(std::min(below, above) + (zero + 1) / 2);
  if (rarer < p.size()) shift.p = std::min(1.0, 2 * p[rarer]);

  // As many differences lie outside on either side as U may be small at alpha / 2.
  const auto outside =
      static_cast<std::size_t>(std::upper_bound(p.begin(), p.end(), alpha / 2 * (1 + 1e-12)) - p.begin());
  if (outside > 0) shift.interval = Interval{all[outside - 1], all[all.size() - outside]};
  return shift;
}

}  // namespace orchestrate
