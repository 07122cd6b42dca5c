#include "analysis/dip.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace orchestrate {
namespace {

using Indices = std::vector<std::size_t>;

/// Sorted values with the two hulls of their empirical distribution. Its steps have the height 1 here; of the value at
/// index i (from 0) the lower corner is i, the upper one i + 1.
class Hulls {
 public:
  explicit Hulls(std::vector<double> sorted) : x_(std::move(sorted)), before_(x_.size(), 0), after_(x_.size(), 0) {
    for (std::size_t at = 1; at < x_.size(); ++at) {
      before_[at] = at - 1;
      // A vertex stays while the slope from it on is steeper than the one up to it.
      while (before_[at] != 0 && !turns(before_[before_[at]], before_[at], at)) before_[at] = before_[before_[at]];
    }
    const std::size_t last = x_.size() - 1;
    after_[last] = last;
    for (std::size_t at = last; at-- > 0;) {
      after_[at] = at + 1;
      while (after_[at] != last && !turns(after_[after_[at]], after_[at], at)) after_[at] = after_[after_[at]];
    }
  }

  [[nodiscard]] std::size_t size() const { return x_.size(); }

  /// Vertices of the greatest convex minorant of the lower corners from `low` to `high`, ascending.
  [[nodiscard]] Indices minorant(std::size_t low, std::size_t high) const {
    Indices vertices{high};
    while (vertices.back() > low) vertices.push_back(before_[vertices.back()]);
    std::reverse(vertices.begin(), vertices.end());
    return vertices;
  }

  /// Vertices of the least concave majorant of the upper corners from `low` to `high`, ascending.
  [[nodiscard]] Indices majorant(std::size_t low, std::size_t high) const {
    Indices vertices{low};
    while (vertices.back() < high) vertices.push_back(after_[vertices.back()]);
    return vertices;
  }

  /// How far the line between the corners of `from` and `to` has risen at the value of `at`.
  [[nodiscard]] double rise(std::size_t from, std::size_t to, std::size_t at) const {
    const double width = x_[to] - x_[from];
    return width > 0 ? (x_[at] - x_[from]) / width * static_cast<double>(to - from) : 0;
  }

 private:
  /// Whether the hull bends at `middle`. The products compare slopes without dividing, so that ties do no harm.
  [[nodiscard]] bool turns(std::size_t beyond, std::size_t middle, std::size_t at) const {
    const auto steps = [](std::size_t a, std::size_t b) { return static_cast<double>(a) - static_cast<double>(b); };
    return (x_[at] - x_[middle]) * steps(middle, beyond) < (x_[middle] - x_[beyond]) * steps(at, middle);
  }

  std::vector<double> x_;
  Indices before_;  ///< the vertex before each in the minorant of all up to it
  Indices after_;   ///< the vertex after each in the majorant of all from it on
};

/// Where majorant and minorant are farthest apart: between these vertices of the one and the other.
struct Gap {
  double height = 0;
  std::size_t low = 0;   ///< a vertex of the minorant
  std::size_t high = 0;  ///< a vertex of the majorant
};

Gap widest_gap(const Hulls& hulls, const Indices& minorant, const Indices& majorant) {
  Gap widest;
  const auto consider = [&](double height, std::size_t low, std::size_t high) {
    if (height >= widest.height) widest = {height, low, high};
  };
  std::size_t below = 1;  // the next vertex of the minorant, and of the majorant
  std::size_t above = 1;
  while (minorant[below] != majorant[above]) {
    if (minorant[below] > majorant[above]) {
      const std::size_t at = majorant[above++];
      const std::size_t from = minorant[below - 1];
      consider(static_cast<double>(at + 1 - from) - hulls.rise(from, minorant[below], at), from, at);
    } else {
      const std::size_t at = minorant[below++];
      const std::size_t from = majorant[above - 1];
      consider(hulls.rise(from, majorant[above], at) + 1 - static_cast<double>(at - from), at, majorant[above]);
    }
  }
  return widest;
}

/// How far the distribution rises above the minorant left of `end`.
double above_minorant(const Hulls& hulls, const Indices& vertices, std::size_t end) {
  double largest = 1;
  for (std::size_t i = 0; i + 1 < vertices.size() && vertices[i] < end; ++i) {
    for (std::size_t at = vertices[i]; at <= vertices[i + 1]; ++at) {
      largest =
          std::max(largest, static_cast<double>(at + 1 - vertices[i]) - hulls.rise(vertices[i], vertices[i + 1], at));
    }
  }
  return largest;
}

/// How far the distribution falls below the majorant right of `begin`.
double below_majorant(const Hulls& hulls, const Indices& vertices, std::size_t begin) {
  double largest = 1;
  for (std::size_t i = 0; i + 1 < vertices.size(); ++i) {
    if (vertices[i] < begin) continue;
    for (std::size_t at = vertices[i]; at <= vertices[i + 1]; ++at) {
      largest =
          std::max(largest, hulls.rise(vertices[i], vertices[i + 1], at) + 1 - static_cast<double>(at - vertices[i]));
    }
  }
  return largest;
}

constexpr std::array sizes{10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0, 10000.0};
constexpr std::array probabilities{0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 0.9999};

/// Quantiles of the dip of uniform samples, by size and probability: Hartigan & Hartigan 1985, table 1, as simulated
/// again with a million samples each by Maechler (package diptest for R, table qDiptab, 2004).
constexpr std::array<std::array<double, probabilities.size()>, sizes.size()> quantiles{{
    {0.09778, 0.11884, 0.13046, 0.13961, 0.15096, 0.15968, 0.16720, 0.18061, 0.19581},
    {0.07334, 0.08834, 0.09723, 0.10513, 0.11431, 0.12062, 0.12655, 0.13857, 0.15283},
    {0.04885, 0.05882, 0.06491, 0.07027, 0.07671, 0.08120, 0.08529, 0.09409, 0.10468},
    {0.03546, 0.04273, 0.04715, 0.05113, 0.05580, 0.05902, 0.06204, 0.06845, 0.07626},
    {0.02558, 0.03080, 0.03400, 0.03684, 0.04027, 0.04269, 0.04496, 0.04972, 0.05587},
    {0.016452, 0.019816, 0.021878, 0.023729, 0.025920, 0.027452, 0.028899, 0.032017, 0.035983},
    {0.011744, 0.014138, 0.015615, 0.016934, 0.018513, 0.019608, 0.020649, 0.022869, 0.025613},
    {0.008356, 0.010056, 0.011102, 0.012038, 0.013172, 0.013966, 0.014689, 0.016269, 0.018194},
    {0.005312, 0.006391, 0.007056, 0.007651, 0.008368, 0.008864, 0.009342, 0.010350, 0.011733},
    {0.003767, 0.004534, 0.005002, 0.005424, 0.005927, 0.006280, 0.006610, 0.007318, 0.008227},
}};

/// sqrt(n) times a quantile, between the sizes of the table.
double scaled_quantile(double n, std::size_t probability) {
  const auto scaled = [&](std::size_t row) { return std::sqrt(sizes[row]) * quantiles[row][probability]; };
  if (n >= sizes.back()) return scaled(sizes.size() - 1);
  const auto row = static_cast<std::size_t>(std::upper_bound(sizes.begin(), sizes.end(), n) - sizes.begin());
  const double share = (n - sizes[row - 1]) / (sizes[row] - sizes[row - 1]);
  return scaled(row - 1) + share * (scaled(row) - scaled(row - 1));
}

}  // namespace

double dip(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  const Hulls hulls(std::move(values));
  double largest = 1;
  std::size_t low = 0;
  std::size_t high = hulls.size() - 1;
  while (low < high) {
    const Indices minorant = hulls.minorant(low, high);
    const Indices majorant = hulls.majorant(low, high);
    const Gap gap = widest_gap(hulls, minorant, majorant);
    if (gap.height <= largest) break;
    largest = std::max({largest, above_minorant(hulls, minorant, gap.low), below_majorant(hulls, majorant, gap.high)});
    if (gap.low == low && gap.high == high) break;
    low = gap.low;
    high = gap.high;
  }
  return largest / (2 * n);
}

double dip_p(double dip, double n) {
  if (n < sizes.front()) return 1;
  const double scaled = std::sqrt(n) * dip;
  double before = 0;
  double before_probability = 0;
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    const double quantile = scaled_quantile(n, i);
    if (scaled < quantile) {
      const double share = (scaled - before) / (quantile - before);
      return 1 - (before_probability + share * (probabilities[i] - before_probability));
    }
    before = quantile;
    before_probability = probabilities[i];
  }
  return 1 - probabilities.back();
}

}  // namespace orchestrate
