#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace orchestrate {

/// What is said of a word that is none of `allowed`, which `list` spells out ("allowed: a, b"): ". Did you mean getpid?
/// (allowed: a, b)" where one is near, without a list that is long; "; allowed: a, b." where none is.
std::string suggestion(std::string_view word, const std::vector<std::string>& allowed, const std::string& list);

}  // namespace orchestrate
