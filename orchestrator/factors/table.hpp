#pragma once

#include "factors/factor.hpp"

namespace orchestrate {

// One function a file: the factor it defines. The table of all of them is in table.cpp.
const Factor& seccomp_factor();
const Factor& cpus_factor();
const Factor& libc_factor();
const Factor& image_factor();
const Factor& no_new_privileges_factor();
const Factor& capabilities_factor();
const Factor& privileged_factor();
const Factor& apparmor_factor();
const Factor& cpu_quota_factor();
const Factor& memory_factor();
const Factor& env_factor();
const Factor& ulimit_factor();
const Factor& runtime_factor();
const Factor& read_only_factor();
const Factor& network_factor();
const Factor& pids_factor();
const Factor& engine_args_factor();

}  // namespace orchestrate
