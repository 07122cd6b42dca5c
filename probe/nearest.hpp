#pragma once

#include <string>
#include <vector>

namespace probe {

/// The candidate that takes the fewest insertions, deletions and replacements to become `word`; the first of equals.
/// There must be a candidate.
std::string nearest(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace probe
