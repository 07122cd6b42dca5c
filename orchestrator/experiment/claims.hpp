#pragma once

#include <string>
#include <vector>

#include "experiment/document.hpp"
#include "experiment/experiment.hpp"
#include "experiment/problem.hpp"

namespace orchestrate {

/// The key `claims` of an experiment file: every name in a claim's value resolved to one operation in one whole
/// condition. What is wrong is added to `problems`.
std::vector<Claim> read_claims(const Node& list, const std::vector<FactorLevels>& factors,
                               const std::vector<std::string>& measured, const std::vector<std::string>& sampled,
                               std::vector<Problem>& problems);

/// "> X", ">= X", "< X", "<= X" or "A .. B", in the form that the schema allows. Expectation's bounds are closed: the
/// open end of "> X" is the next number above X.
Expectation read_expectation(const Node& node);

}  // namespace orchestrate
