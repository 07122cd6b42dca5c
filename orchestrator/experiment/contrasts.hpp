#pragma once

#include <string>
#include <vector>

#include "experiment/document.hpp"
#include "experiment/experiment.hpp"
#include "experiment/problem.hpp"

namespace orchestrate {

/// The key `contrasts` of an experiment file. A contrast without `levels` compares the factor's first level with each
/// of the others, and becomes one Contrast for each. What is wrong is added to `problems`.
std::vector<Contrast> read_contrasts(const Node& list, const std::vector<FactorLevels>& factors,
                                     const std::vector<std::string>& measured, std::vector<Problem>& problems);

}  // namespace orchestrate
