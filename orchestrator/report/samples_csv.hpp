#pragma once

#include <string>

#include "analysis/summary.hpp"
#include "journal/turns.hpp"
#include "support/files.hpp"

namespace orchestrate {

/// samples.csv: one row a batch of a complete round, in the order in which they were measured, with every factor that a
/// condition is attested for as a column (RFC 4180: lines end in CR LF). Only what has a number in `summary` has rows.
/// Times are in ns, started_ns is CLOCK_MONOTONIC; columns of the other end are empty for an operation with one end.
/// The text goes to `sink`, since it may be larger than memory.
void samples_csv(const TurnSource& turns, const Ledger& ledger, const Summary& summary, const TextSink& sink);

/// A text as one cell: quoted where it needs to be. Spreadsheets take a cell that begins with = + - @ for a formula
/// (OWASP, "CSV Injection"), so such a text gets an apostrophe in front, which they do not show.
std::string csv_text(const std::string& text);

}  // namespace orchestrate
