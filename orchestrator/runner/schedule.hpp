#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "journal/facts.hpp"
#include "runner/runner.hpp"

namespace orchestrate {

/// One batch of one operation in every container of a group.
struct Step {
  int turn = 0;
  std::string operation;
  std::int64_t iterations = 0;
  std::vector<std::size_t> slots;  ///< in the order in which they take their turn
};

/// Everything that a group does in one round: in each turn every operation once, the operations and, within each, the
/// containers in random order. So whatever the host does in a given second, all conditions and the empty loop share it.
std::vector<Step> schedule(const Plan& plan, int round, std::size_t group,
                           const std::map<std::string, std::int64_t>& iterations);

/// A way to pass the turn from one container to the next. Only one of them works at a time. It hands over each step's
/// batches when they are complete and ends early, returning false, when `interrupted` says so.
using HandOver = std::function<bool(const std::vector<Step>& steps, const std::vector<std::unique_ptr<Container>>&,
                                    const std::function<bool()>& interrupted,
                                    const std::function<void(const Step&, std::vector<Batch>)>& take)>;

/// Passes the turn by a command and an answer over the engine's standard streams: works with every probe and engine.
HandOver hand_over_by_stdio(const Patience& patience);

}  // namespace orchestrate
