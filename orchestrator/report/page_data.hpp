#pragma once

#include <nlohmann/json.hpp>

#include "analysis/summary.hpp"

namespace orchestrate {

/// Everything that report.html shows, as its page logic reads it: numbers for the pictures, and the texts beside them
/// as the other reports have them. Nothing that is withheld has a number in it. All text is escaped.
nlohmann::ordered_json page_data(const Ledger& ledger, const Summary& summary);

/// The batches of every operation: their distribution by condition, and their course over the run's turns, thinned
/// where there are very many ("every" says to one turn in how many).
nlohmann::ordered_json page_batches(const Ledger& ledger, const Summary& summary);

}  // namespace orchestrate
