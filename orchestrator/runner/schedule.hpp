#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "plan/shifts.hpp"

namespace orchestrate {

/// One batch of one operation in every container of a shift.
struct Step {
  int turn = 0;
  std::string operation;
  std::int64_t iterations = 0;
  std::vector<std::size_t> slots;  ///< in the order in which they take their turn
};

/// Everything that a shift does in one round: in each turn every operation once, the operations and, within each, the
/// containers in random order. So whatever the host does in a given second, all its conditions and the empty loop share
/// it. The operations come in the same order in every shift of a round.
std::vector<Step> schedule(const Plan& plan, const Shift& shift, std::size_t group,
                           const std::map<std::string, std::int64_t>& iterations);

}  // namespace orchestrate
