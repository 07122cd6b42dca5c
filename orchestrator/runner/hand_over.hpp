#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "engine/engine.hpp"
#include "journal/facts.hpp"
#include "runner/runner.hpp"
#include "runner/schedule.hpp"

namespace orchestrate {

/// A way to pass the turn from one container to the next. Only one of them works at a time. It hands over each step's
/// batches when they are complete and ends early, returning false, when `interrupted` says so.
using HandOver = std::function<bool(const std::vector<Step>& steps, const std::vector<std::unique_ptr<Container>>&,
                                    const std::function<bool()>& interrupted,
                                    const std::function<void(const Step&, std::vector<Batch>)>& take)>;

/// Passes the turn by a command and an answer over the engine's standard streams: works with every probe and engine,
/// and spends a part of the time on the way through the engine's processes.
HandOver hand_over_by_stdio(const Patience& patience);

}  // namespace orchestrate
