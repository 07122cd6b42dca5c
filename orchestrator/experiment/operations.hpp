#pragma once

#include <string>
#include <vector>

#include "experiment/document.hpp"
#include "experiment/problem.hpp"

namespace orchestrate {

/// A list of operations, each given once. What is wrong is added to `problems`.
std::vector<std::string> read_operations(const Node& list, std::vector<Problem>& problems);

/// Refuses an operation that is not `measured`.
void check_measured(const Node& operation, const std::vector<std::string>& measured);

}  // namespace orchestrate
