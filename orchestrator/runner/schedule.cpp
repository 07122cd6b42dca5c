#include "runner/schedule.hpp"

#include "plan/order.hpp"

namespace orchestrate {

std::vector<Step> schedule(const Plan& plan, int round, std::size_t group,
                           const std::map<std::string, std::int64_t>& iterations) {
  const auto place = static_cast<std::uint64_t>(round);
  std::vector<Step> steps;
  steps.reserve(static_cast<std::size_t>(plan.design.batches) * plan.operations.size());
  for (int turn = 0; turn < plan.design.batches; ++turn) {
    const auto at = static_cast<std::uint64_t>(turn);
    for (const std::size_t i : random_order(plan.operations.size(), plan.seed, {place, group, at})) {
      const std::string& operation = plan.operations[i];
      steps.push_back({turn, operation, iterations.at(operation),
                       random_order(plan.groups[group].slots(), plan.seed, {place, group, at, i})});
    }
  }
  return steps;
}

}  // namespace orchestrate
