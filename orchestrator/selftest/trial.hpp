#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analysis/ledger.hpp"
#include "analysis/summary.hpp"
#include "engine/engine.hpp"
#include "experiment/experiment.hpp"
#include "factors/host.hpp"

namespace orchestrate {

/// A run made only to be judged: nothing of it is kept on the disk.
struct Trial {
  Ledger ledger;
  std::string failure;  ///< the engine's or probe's own words, where the run failed loudly
};

/// Runs `plan` for `rounds` rounds through the ordinary runner on `engine`; `watch` sees every fact as well.
Trial run_trial(const Plan& plan, Engine& engine, const Host& host, int rounds,
                const std::function<void(const Fact&)>& watch = {});

/// Which parts of the evidence contradict what was declared, as words for the selftest's table: "record",
/// "runtime config", "witness", "fingerprint", "identity", "engine warning", "pair", "engine error"; empty where all is
/// well.
std::vector<std::string> caught_by(const Trial& trial);

/// What a tool that trusts its own flags would have concluded: the two values, and whether they look equal.
std::string naive_conclusion(const Trial& trial);

}  // namespace orchestrate
