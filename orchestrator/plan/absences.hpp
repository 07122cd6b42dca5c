#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "plan/plan.hpp"

namespace orchestrate {

/// What a run has given up of its plan.
struct Absences {
  std::set<std::size_t> conditions;
  std::set<std::size_t> groups;  ///< that have ended
};

/// Gives up one condition more. The first condition of a group takes its twin along, and without the twin nothing in
/// the group can be told from noise: the group ends.
void give_up(Absences& absences, const Plan& plan, std::size_t condition);

/// The slots of a group that are still measured, ascending; none where it has ended.
std::vector<std::size_t> present_slots(const Absences& absences, const Plan& plan, std::size_t group);

}  // namespace orchestrate
