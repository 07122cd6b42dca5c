#include "analysis/round_values.hpp"

namespace orchestrate {

const std::vector<double>& round_values(const Series& series, Estimator estimator) {
  return estimator == Estimator::median ? series.medians : series.floors;
}

const std::vector<double>& round_values(const Ledger& ledger, std::size_t group, std::size_t slot,
                                        const std::string& operation) {
  return round_values(ledger.series(group, slot, operation), ledger.started()->plan.design.estimator);
}

std::string values_are(const Design& design) {
  return design.estimator == Estimator::median ? "medians" : "floors";
}

}  // namespace orchestrate
