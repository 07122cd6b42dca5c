#pragma once

#include <string>
#include <utility>
#include <vector>

namespace orchestrate {

/// One level of every factor, or of some of them where a text says `at: {…}`; in the order in which the experiment
/// file names the factors. Levels are compared as text: `2.4` and `2.40` are two levels.
using Condition = std::vector<std::pair<std::string, std::string>>;

/// "seccomp default, cpus pinned"
std::string to_text(const Condition& condition);

/// True when every level that `part` names is the one that `whole` has.
bool agrees(const Condition& whole, const Condition& part);

/// The level that `condition` has of `factor`; empty when it has none.
std::string level_of(const Condition& condition, const std::string& factor);

}  // namespace orchestrate
