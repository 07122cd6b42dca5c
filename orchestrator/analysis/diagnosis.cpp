#include "analysis/diagnosis.hpp"

#include <algorithm>

#include "analysis/autocorrelation.hpp"
#include "analysis/dip.hpp"

namespace orchestrate {
namespace {

/// Every so many-th value, so that at most `most` are left.
std::vector<double> thinned(const std::vector<double>& values, std::size_t most) {
  const std::size_t step = (values.size() + most - 1) / most;
  if (step <= 1) return values;
  std::vector<double> some;
  for (std::size_t i = 0; i < values.size(); i += step) some.push_back(values[i]);
  return some;
}

}  // namespace

RoundsDiagnosis diagnose_rounds(const std::vector<double>& values) {
  return {outliers(values), trend_of(values), 1};
}

BatchesDiagnosis diagnose_batches(const std::vector<double>& batches, std::size_t rounds, bool modes_wanted) {
  constexpr std::size_t most = 10'000;
  BatchesDiagnosis result;
  result.count = batches.size();
  if (batches.empty()) return result;
  result.effective = effective_sample_size(batches, std::max<std::size_t>(1, batches.size() / rounds));
  if (!modes_wanted) return result;
  const std::vector<double> some = thinned(batches, most);
  const double distance = dip(some);
  result.modes = {distance, dip_p(distance, std::min(result.effective, static_cast<double>(some.size())))};
  return result;
}

}  // namespace orchestrate
