#pragma once

#include <string>

#include "analysis/summary.hpp"
#include "report/paper.hpp"

namespace orchestrate {

/// The distribution of single calls for a person: a table beside the article's, the timer, a histogram. Empty where
/// nothing was sampled.
std::string latencies_text(const Summary& summary, const Paper& paper);

}  // namespace orchestrate
