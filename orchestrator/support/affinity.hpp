#pragma once

#include <vector>

namespace orchestrate {

/// The CPUs this process may run on, ascending (sched_getaffinity(2)).
std::vector<int> allowed_cpus();

/// Keeps this process, and so every client it starts, off `cpus`, as far as another allowed CPU is left. Returns
/// whether it could.
bool keep_off(const std::vector<int>& cpus);

}  // namespace orchestrate
