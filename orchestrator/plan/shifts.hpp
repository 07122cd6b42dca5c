#pragma once

#include <cstddef>
#include <vector>

#include "plan/plan.hpp"

namespace orchestrate {

/// Containers of a group that are alive together, for their part of one round.
struct Shift {
  int round = 0;
  std::vector<std::size_t> slots;  ///< ascending
  bool completes_round = false;    ///< with it every slot of the group has had this round

  bool operator==(const Shift&) const = default;
};

/// What a group does in the rounds `first` to `last`, in this order. lockstep: a shift a round, of all its slots.
/// rounds: a shift a slot, in an order of each round's own that depends on seed and place. sequential: all these rounds
/// of one slot, then those of the next; the twin comes last, as far from the first condition as any other does, so that
/// what the twins differ by has no less drift in it than any difference. The k-th container of each slot is round k.
std::vector<Shift> shifts_of(const Plan& plan, std::size_t group, int first, int last);

/// The same with some of the group's slots only, ascending: those whose conditions were not given up.
std::vector<Shift> shifts_of(const Plan& plan, std::size_t group, const std::vector<std::size_t>& slots, int first,
                             int last);

}  // namespace orchestrate
