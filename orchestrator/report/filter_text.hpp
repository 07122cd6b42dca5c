#pragma once

#include <string>

#include "analysis/summary.hpp"

namespace orchestrate {

/// One line for each different filter that was loaded: how many calls it refuses, and the first of their names;
/// summary.json has them all. Conditions whose filters do the same share a line.
std::string filter_text(const Summary& summary);

}  // namespace orchestrate
