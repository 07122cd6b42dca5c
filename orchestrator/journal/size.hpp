#pragma once

#include <cstdint>

#include "plan/plan.hpp"

namespace orchestrate {

/// No fewer bytes than the folder of a run of so many rounds takes, its journal above all. An estimate on the safe
/// side.
std::uint64_t bytes_of_run(const Plan& plan, int rounds);

}  // namespace orchestrate
