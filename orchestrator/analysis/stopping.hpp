#pragma once

#include <optional>
#include <string>

#include "analysis/ledger.hpp"
#include "analysis/summary.hpp"
#include "plan/looks.hpp"

namespace orchestrate {

/// Whether every contrast has the wanted half width of its ratio's interval, as a share, and a verdict.
bool is_precise_and_resolved(const Summary& summary, double precision);

/// Why a run should end after `round` rounds, or nothing: "not attested" as soon as nothing that is asked for can still
/// get an answer; at a look "precision" when every contrast has its wanted precision and a verdict, or "last look".
/// Where the plan has a time budget, precision is no reason.
std::optional<std::string> reason_to_stop(const Ledger& ledger, int round);

/// With a time budget: the group that goes on, up to its next look; nothing where none has a look left. One that is on
/// its way goes on; otherwise the one with the contrast whose relative half width is the largest (all want the same
/// precision). One whose contrasts are all withheld has nothing to gain.
std::optional<NextLook> next_look(const Ledger& ledger);

}  // namespace orchestrate
