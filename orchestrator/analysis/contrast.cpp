#include "analysis/contrast.hpp"

#include <cmath>
#include <functional>
#include <limits>

#include "analysis/equivalence.hpp"
#include "analysis/sequential_signs.hpp"

namespace orchestrate {

Difference difference_between(const std::vector<double>& base, const std::vector<double>& other, const Estimate& twins,
                              const std::vector<int>& looks) {
  const std::vector<double> differences = paired(base, other, std::minus<>{});
  Difference result;
  result.ns = estimate(differences, looks);
  result.ratio = estimate(paired(base, other, std::divides<>{}), looks);
  result.p = sign_test(differences, looks);
  result.margin_ns = equality_margin(median(base));
  result.equivalence_p = equivalence_p(differences, looks, result.margin_ns);
  result.judgement = judge(result.ns, twins, result.margin_ns);
  return result;
}

double relative_half_width(const Estimate& estimate) {
  if (!estimate.interval) return std::numeric_limits<double>::infinity();
  return (estimate.interval->high - estimate.interval->low) / 2 / std::abs(estimate.median);
}

}  // namespace orchestrate
