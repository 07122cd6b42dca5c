#pragma once

#include <nlohmann/json.hpp>

#include "analysis/summary.hpp"

namespace orchestrate {

/// The run in Google Benchmark's JSON (its user guide, "Output Formats"; reporter of 1.7), for its compare.py and for
/// dashboards that read it. A benchmark is an operation in a condition, "getpid/seccomp:default/cpus:pinned"; a
/// repetition is a round, its real_time the floor of that round's batches in ns a call. Where there are two rounds or
/// more, mean, median, stddev and cv follow. Only what has a number in `summary` is there.
nlohmann::ordered_json google_benchmark_json(const Ledger& ledger, const Summary& summary);

}  // namespace orchestrate
