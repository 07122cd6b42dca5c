#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/condition.hpp"
#include "experiment/document.hpp"
#include "experiment/experiment.hpp"
#include "experiment/problem.hpp"

namespace orchestrate {

/// The key `factors` of an experiment file: every level known to its factor and given once. `folder` is the file's, for
/// levels that are paths. What is wrong is added to `problems`.
std::vector<FactorLevels> read_factors(const Node& factors, const std::filesystem::path& folder,
                                       std::vector<Problem>& problems);

/// How many conditions all combinations make, in digits, however many they are.
std::string number_of_conditions(const std::vector<FactorLevels>& factors);

/// Adds a problem where there are more conditions than a run could ever hold. Nothing is allocated per condition.
void check_matrix_size(const std::vector<FactorLevels>& factors, Position position, std::vector<Problem>& problems);

/// A key `at`: each key one of `factors`, each value one of its levels. The levels are in the order of `factors`. Null
/// is an `at` that is not there. Throws Refusal.
Condition read_at(const Node* at, const std::vector<FactorLevels>& factors);

/// The factor of this name among `factors`; null when it is not varied in this experiment.
const FactorLevels* find_levels(const std::vector<FactorLevels>& factors, const std::string& name);

/// Refuses a `level` that `factor` does not have in this experiment, naming the nearest.
void check_level(const FactorLevels& factor, const Node& level);

/// A level of `factor` for a message: as `found` gives it, unless no output may show it.
std::string found_level(std::string_view factor, const Node& level);

/// The factor that `name` names, among those varied; refuses any other, naming the nearest.
const FactorLevels& levels_named(const std::vector<FactorLevels>& factors, const std::string& name, Position position);

}  // namespace orchestrate
