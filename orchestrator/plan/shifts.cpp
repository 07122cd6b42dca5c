#include "plan/shifts.hpp"

#include <numeric>

#include "plan/order.hpp"

namespace orchestrate {
namespace {

/// Apart from the other orders of a round, whose third part is a turn.
constexpr std::uint64_t order_of_slots = ~std::uint64_t{0};

void one_after_the_other(const Plan& plan, std::size_t group, const std::vector<std::size_t>& slots, int round,
                         std::vector<Shift>& shifts) {
  const auto place = static_cast<std::uint64_t>(round);
  for (const std::size_t i : random_order(slots.size(), plan.seed, {place, group, order_of_slots})) {
    shifts.push_back({round, {slots[i]}, false});
  }
  shifts.back().completes_round = true;
}

}  // namespace

std::vector<Shift> shifts_of(const Plan& plan, std::size_t group, int first, int last) {
  std::vector<std::size_t> all(plan.groups[group].slots());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return shifts_of(plan, group, all, first, last);
}

std::vector<Shift> shifts_of(const Plan& plan, std::size_t group, const std::vector<std::size_t>& slots, int first,
                             int last) {
  std::vector<Shift> shifts;
  if (slots.empty()) return shifts;
  if (plan.design.interleave == Interleave::sequential) {
    for (const std::size_t slot : slots) {
      for (int round = first; round <= last; ++round) shifts.push_back({round, {slot}, slot == slots.back()});
    }
    return shifts;
  }
  for (int round = first; round <= last; ++round) {
    if (plan.design.interleave == Interleave::rounds) {
      one_after_the_other(plan, group, slots, round, shifts);
    } else {
      shifts.push_back({round, slots, true});
    }
  }
  return shifts;
}

}  // namespace orchestrate
