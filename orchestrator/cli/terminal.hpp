#pragma once

#include <string_view>

#include "report/paper.hpp"

namespace orchestrate {

/// Standard output as it is: as wide as its terminal, without an end where it is none; coloured on a terminal that
/// wants it (https://no-color.org: NO_COLOR, set and not empty, says no); ASCII where the locale says so.
Paper paper_of_output();

/// Standard error, for messages and progress.
Paper paper_of_errors();

/// Whether a locale's name, as LC_ALL or LANG give it, stands for UTF-8, where the system does not know the locale.
bool names_utf8(std::string_view locale);

}  // namespace orchestrate
