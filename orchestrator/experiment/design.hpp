#pragma once

#include <vector>

#include "experiment/document.hpp"
#include "experiment/experiment.hpp"
#include "experiment/problem.hpp"

namespace orchestrate {

/// The key `design` of an experiment file; what it leaves out has its default. What is wrong is added to `problems`.
Design read_design(const Node& node, std::vector<Problem>& problems);

}  // namespace orchestrate
