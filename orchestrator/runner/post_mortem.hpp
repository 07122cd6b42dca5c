#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "runner/blame.hpp"

namespace orchestrate {

/// How a container came to its end, by the engine's record of it.
struct Ending {
  Fault fault = Fault::probe_ended;
  std::string what;  ///< "ended by signal 9 (Killed), or with exit status 137 of its own"
};

/// Nothing for one that runs.
std::optional<Ending> ending_in(const nlohmann::json& record);

/// A failure as it looks when the engine was asked what became of the round's containers, which must not have been
/// removed yet, nor told to end: where one has ended that one is to blame, and the engine knows why; where all have,
/// nobody is. Fault::engine_gone where no engine answers any more.
RoundFailure after_post_mortem(const RoundFailure& failure, const std::vector<std::unique_ptr<Container>>& containers,
                               Engine& engine);

}  // namespace orchestrate
