#pragma once

#include <string>
#include <vector>

#include "experiment/document.hpp"
#include "experiment/experiment.hpp"
#include "experiment/problem.hpp"

namespace orchestrate {

/// A raw factor, `name` being "engine_args.NAME": engine options that no other factor sets. Each of its `levels` says
/// which arguments it adds and what proves that they came into force. Levels that are one run twice, or that their
/// evidence cannot tell apart, are refused. What is wrong is added to `problems`.
FactorLevels read_raw_factor(const std::string& name, const Node& levels, std::vector<Problem>& problems);

}  // namespace orchestrate
