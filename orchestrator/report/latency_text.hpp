#pragma once

#include <string>
#include <vector>

#include "analysis/summary.hpp"
#include "report/paper.hpp"

namespace orchestrate {

/// One line of what is told of single calls, in ns.
struct LatencyRow {
  std::string what;  ///< "P99"
  std::string here;
  std::string article;  ///< empty where the article has no such number
};

/// Mean, batches beside it, percentiles and extremes of the calls of one operation in one condition.
std::vector<LatencyRow> latency_rows(const Summary& summary, const LatencyResult& result);

/// Whether the article has any of them.
bool any_of_article(const std::vector<LatencyRow>& rows);

/// The distribution of single calls for a person: a table beside the article's, the timer, a histogram. Empty where
/// nothing was sampled.
std::string latencies_text(const Summary& summary, const Paper& paper);

}  // namespace orchestrate
