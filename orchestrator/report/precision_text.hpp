#pragma once

#include <string>

#include "analysis/summary.hpp"

namespace orchestrate {

/// How precise a run is beside what was wanted, what has the widest interval, and what more would take; empty where
/// nothing has a value. Names in it are as the experiment file has them.
std::string precision_text(const Precision& precision);

}  // namespace orchestrate
