#pragma once

#include "factors/factor.hpp"

namespace orchestrate {

// One function a file: the factor it defines. The table of all of them is in table.cpp.
const Factor& seccomp_factor();
const Factor& cpus_factor();
const Factor& libc_factor();
const Factor& env_factor();

}  // namespace orchestrate
