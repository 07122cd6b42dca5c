#include "plan/absences.hpp"

namespace orchestrate {

void give_up(Absences& absences, const Plan& plan, std::size_t condition) {
  absences.conditions.insert(condition);
  const Seat seat = seat_of(plan, condition);
  if (seat.slot == 0) absences.groups.insert(seat.group);
}

std::vector<std::size_t> present_slots(const Absences& absences, const Plan& plan, std::size_t group) {
  std::vector<std::size_t> slots;
  if (absences.groups.contains(group)) return slots;
  const Group& members = plan.groups.at(group);
  for (std::size_t slot = 0; slot < members.slots(); ++slot) {
    if (!absences.conditions.contains(members.condition_of(slot))) slots.push_back(slot);
  }
  return slots;
}

}  // namespace orchestrate
