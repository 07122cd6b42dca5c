#include "analysis/order_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace orchestrate {
namespace {

/// The walk of the number of values below the median, among the paths that no interval has missed so far:
/// `probability[k]` is that of k values below.
using Walk = std::vector<double>;

Walk advanced(const Walk& walk, int steps) {
  Walk now = walk;
  for (int step = 0; step < steps; ++step) {
    Walk next(now.size() + 1, 0.0);
    for (std::size_t k = 0; k < now.size(); ++k) {
      next[k] += now[k] / 2;
      next[k + 1] += now[k] / 2;
    }
    now = std::move(next);
  }
  return now;
}

/// The probability that fewer than `rank` values are below the median, or fewer than `rank` above.
double missed(const Walk& walk, int rank) {
  double probability = 0;
  const std::size_t n = walk.size() - 1;
  for (std::size_t k = 0; k < static_cast<std::size_t>(rank); ++k) {
    probability += walk[k];
    if (k != n - k) probability += walk[n - k];
  }
  return probability;
}

/// How much of alpha may be spent by the look at `n` values.
double allowance(int n, const std::vector<int>& looks, double alpha) {
  if (looks.size() == 1) return alpha;
  // The first interval is at best the whole range, which misses with probability 2^(1−n): 3.1 % at 6.
  const double first = std::min(alpha, std::max(std::ldexp(1.0, 1 - looks.front()), alpha / 2));
  return first + (alpha - first) * (n - looks.front()) / (looks.back() - looks.front());
}

}  // namespace

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

std::vector<Ranks> median_ranks(const std::vector<int>& looks, double alpha) {
  // Summing powers of two in floating point is exact here but for the last bits.
  constexpr double rounding = 1e-12;
  std::vector<Ranks> all;
  Walk walk{1.0};
  double spent = 0;
  for (const int n : looks) {
    walk = advanced(walk, n + 1 - static_cast<int>(walk.size()));
    const double left = allowance(n, looks, alpha) - spent + rounding;
    int low = 0;
    while (low + 1 <= n / 2 && missed(walk, low + 1) <= left) ++low;
    all.push_back(low == 0 ? Ranks{} : Ranks{low, n + 1 - low});
    spent += missed(walk, low);
    for (std::size_t k = 0; k < static_cast<std::size_t>(low); ++k) walk[k] = walk[walk.size() - 1 - k] = 0;
  }
  return all;
}

std::optional<Interval> interval_at(std::vector<double> values, const Ranks& ranks) {
  if (ranks.low == 0 || static_cast<std::size_t>(ranks.high) > values.size()) return std::nullopt;
  std::sort(values.begin(), values.end());
  return Interval{values[static_cast<std::size_t>(ranks.low - 1)], values[static_cast<std::size_t>(ranks.high - 1)]};
}

}  // namespace orchestrate
