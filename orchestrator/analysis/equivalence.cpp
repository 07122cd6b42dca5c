#include "analysis/equivalence.hpp"

#include <algorithm>

#include "analysis/sequential_signs.hpp"

namespace orchestrate {

double equivalence_p(const std::vector<double>& values, const std::vector<int>& looks, double margin) {
  const auto too_low = std::count_if(values.begin(), values.end(), [&](double value) { return value < -margin; });
  const auto too_high = std::count_if(values.begin(), values.end(), [&](double value) { return value > margin; });
  return one_sided_sign_test(static_cast<int>(std::max(too_low, too_high)), static_cast<int>(values.size()), looks);
}

}  // namespace orchestrate
