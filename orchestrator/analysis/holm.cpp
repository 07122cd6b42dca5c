#include "analysis/holm.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace orchestrate {

std::vector<double> holm(const std::vector<double>& p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> corrected(p.size());
  double largest = 0;
  for (std::size_t step = 0; step < order.size(); ++step) {
    largest = std::max(largest, std::min(1.0, static_cast<double>(p.size() - step) * p[order[step]]));
    corrected[order[step]] = largest;
  }
  return corrected;
}

}  // namespace orchestrate
