#pragma once

#include <optional>
#include <string>

#include "analysis/ledger.hpp"
#include "analysis/summary.hpp"

namespace orchestrate {

/// Whether every contrast has a verdict, and the ratio's interval of each the wanted half width, as a share.
bool is_precise_and_resolved(const Summary& summary, double precision);

/// Why a run should end after `round` rounds, or nothing: "not attested" as soon as nothing that is asked for can still
/// get an answer; at a look "precision" when every contrast has its wanted precision and a verdict, or "last look".
std::optional<std::string> reason_to_stop(const Ledger& ledger, int round);

}  // namespace orchestrate
