#pragma once

#include <string>
#include <vector>

#include "analysis/summary.hpp"

namespace orchestrate {

/// How turns were passed on: "futex", "stdio", or both with `between` where groups differ; empty where the run ended
/// before that was decided.
std::string hand_over_ways(const Summary& summary, const std::string& between);

/// "within rounds 98 % of the time was measuring; turns passed on by futex"; empty where nothing was measured.
std::string hand_over_sentence(const Summary& summary);

/// Why turns went by stdio, a sentence a group, where that was not asked for: "turns were not passed on by futex: …".
/// Not escaped.
std::vector<std::string> hand_over_reasons(const Summary& summary);

}  // namespace orchestrate
