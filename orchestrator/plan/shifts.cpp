#include "plan/shifts.hpp"

#include <numeric>

#include "plan/order.hpp"

namespace orchestrate {
namespace {

/// Apart from the other orders of a round, whose third part is a turn.
constexpr std::uint64_t order_of_slots = ~std::uint64_t{0};

void one_after_the_other(const Plan& plan, std::size_t group, int round, std::vector<Shift>& shifts) {
  const auto place = static_cast<std::uint64_t>(round);
  for (const std::size_t slot : random_order(plan.groups[group].slots(), plan.seed, {place, group, order_of_slots})) {
    shifts.push_back({round, {slot}, false});
  }
  shifts.back().completes_round = true;
}

}  // namespace

std::vector<Shift> shifts_of(const Plan& plan, std::size_t group, int first, int last) {
  const std::size_t slots = plan.groups[group].slots();
  std::vector<Shift> shifts;
  if (plan.design.interleave == Interleave::sequential) {
    for (std::size_t slot = 0; slot < slots; ++slot) {
      for (int round = first; round <= last; ++round) shifts.push_back({round, {slot}, slot + 1 == slots});
    }
    return shifts;
  }
  for (int round = first; round <= last; ++round) {
    if (plan.design.interleave == Interleave::rounds) {
      one_after_the_other(plan, group, round, shifts);
      continue;
    }
    Shift all{round, std::vector<std::size_t>(slots), true};
    std::iota(all.slots.begin(), all.slots.end(), std::size_t{0});
    shifts.push_back(std::move(all));
  }
  return shifts;
}

}  // namespace orchestrate
