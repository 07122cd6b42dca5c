#include "runner/schedule.hpp"

#include "plan/order.hpp"

namespace orchestrate {

std::vector<Step> schedule(const Plan& plan, const Shift& shift, std::size_t group,
                           const std::map<std::string, std::int64_t>& iterations) {
  const auto place = static_cast<std::uint64_t>(shift.round);
  std::vector<Step> steps;
  steps.reserve(static_cast<std::size_t>(plan.design.batches) * plan.operations.size());
  for (int turn = 0; turn < plan.design.batches; ++turn) {
    const auto at = static_cast<std::uint64_t>(turn);
    for (const std::size_t i : random_order(plan.operations.size(), plan.seed, {place, group, at})) {
      const std::string& operation = plan.operations[i];
      std::vector<std::size_t> slots;
      for (const std::size_t k : random_order(shift.slots.size(), plan.seed, {place, group, at, i})) {
        slots.push_back(shift.slots[k]);
      }
      steps.push_back({turn, operation, iterations.at(operation), std::move(slots)});
    }
  }
  return steps;
}

}  // namespace orchestrate
