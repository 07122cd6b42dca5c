#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runner/hand_over.hpp"
#include "runner/shared_turns.hpp"

namespace orchestrate {

/// Steps that are handed over at once: from the first to before the second.
using Segment = std::pair<std::size_t, std::size_t>;

/// Cuts steps into segments of about 3/4 s by the time that a batch is to take, of at least one step each and at most
/// as many turns as the shared file holds: long enough that the way through the engine between two of them does not
/// count, short enough for progress and Ctrl-C.
std::vector<Segment> segments(const std::vector<Step>& steps, std::chrono::nanoseconds batch);

/// Passes the turn from probe to probe by a futex each in the shared file, a segment at a time; the host sleeps until
/// all have answered, and reads what they have written down. What goes wrong is a RoundFailure. Every container must
/// have mapped `shared`, which must outlive the result.
HandOver hand_over_by_futex(SharedTurns& shared, const Patience& patience, std::chrono::nanoseconds batch);

/// Why containers cannot take turns in the shared file, for a person, and whose fault that is, where it is one's.
struct TurnsRefused {
  std::optional<std::size_t> seat;
  std::string why;
};

/// Shows every container the file and lets them pass a few turns to one another; why that cannot be done, or nothing. A
/// container that ends meanwhile, or breaks the protocol, is a RoundFailure.
std::optional<TurnsRefused> try_turns(SharedTurns& shared, const std::vector<std::unique_ptr<Container>>& containers,
                                      const std::string& operation, const Patience& patience);

/// Shows every container the file; why one does not see it, or nothing.
std::optional<TurnsRefused> map_turns(SharedTurns& shared, const std::vector<std::unique_ptr<Container>>& containers,
                                      const Patience& patience);

}  // namespace orchestrate
