#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "experiment/document.hpp"
#include "experiment/experiment.hpp"
#include "experiment/problem.hpp"

namespace orchestrate {

/// The key `design` of an experiment file; what it leaves out has its default. What is wrong is added to `problems`.
Design read_design(const Node& node, std::vector<Problem>& problems);

/// "60s", "5min" or "1h" as a time budget of 1 s to 24 h. Throws UsageFailure where it is none.
std::chrono::nanoseconds time_budget_from(const std::string& text);

/// What a time-out on the command line says, 0.1 s to 30 days; throws UsageFailure that names the option where it says
/// anything else.
std::chrono::nanoseconds time_limit_from(const std::string& text, const std::string& option);

/// The key `samples`; its operations must be `measured`. What is wrong is added to `problems`.
Samples read_samples(const Node& node, const std::vector<std::string>& measured, std::vector<Problem>& problems);

}  // namespace orchestrate
