#include "analysis/estimate.hpp"

#include <algorithm>

namespace orchestrate {

Estimate estimate(const std::vector<double>& values, const std::vector<int>& looks) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const int rounds = static_cast<int>(values.size());
  const std::vector<int> until = looks_until(rounds, looks);
  const auto look = std::find(until.begin(), until.end(), rounds) - until.begin();
  const Ranks ranks = median_ranks(until)[static_cast<std::size_t>(look)];
  return {median(values), interval_at(values, ranks), {*least, *most}, rounds};
}

std::vector<double> paired(const std::vector<double>& a, const std::vector<double>& b,
                           const std::function<double(double, double)>& combine) {
  std::vector<double> result;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) result.push_back(combine(a[i], b[i]));
  return result;
}

}  // namespace orchestrate
