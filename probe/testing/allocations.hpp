#pragma once

#include <cstdint>

namespace probe {

/// How often this thread has allocated memory by `new` so far. A program that links this counts always.
std::uint64_t allocations();

}  // namespace probe
