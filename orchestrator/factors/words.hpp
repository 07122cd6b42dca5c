#pragma once

#include <string>

#include "factors/factor.hpp"

namespace orchestrate {

/// Whether `level` is one of the factor's words.
bool is_word(const Factor& factor, const std::string& level);

/// "cpus cannot be pined; allowed: unpinned, pinned, …. Did you mean pinned?"
std::string not_allowed(const Factor& factor, const std::string& level);

/// Whether `text` is a name that no engine can take for something else: letters, digits, dots, underscores and hyphens,
/// the first a letter or digit.
bool is_plain_name(const std::string& text);

}  // namespace orchestrate
