#include "analysis/estimate.hpp"

#include <algorithm>

namespace orchestrate {
namespace {

Ranks ranks_at(int rounds, const std::vector<int>& looks) {
  const auto look = std::find(looks.begin(), looks.end(), rounds);
  if (look != looks.end()) return median_ranks(looks)[static_cast<std::size_t>(look - looks.begin())];
  std::vector<int> so_far;
  std::copy_if(looks.begin(), looks.end(), std::back_inserter(so_far), [&](int n) { return n < rounds; });
  so_far.push_back(rounds);
  return median_ranks(so_far).back();
}

}  // namespace

Estimate estimate(const std::vector<double>& values, const std::vector<int>& looks) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const int rounds = static_cast<int>(values.size());
  return {median(values), interval_at(values, ranks_at(rounds, looks)), {*least, *most}, rounds};
}

std::vector<double> paired(const std::vector<double>& a, const std::vector<double>& b,
                           const std::function<double(double, double)>& combine) {
  std::vector<double> result;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) result.push_back(combine(a[i], b[i]));
  return result;
}

}  // namespace orchestrate
