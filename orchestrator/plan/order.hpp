#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace orchestrate {

/// A random order of 0 … count−1 that depends on nothing but the seed and the place it is for (round, group, turn, …).
/// It is the same on every machine and with every compiler, and needs no state: any round can be redone alone.
std::vector<std::size_t> random_order(std::size_t count, std::uint64_t seed,
                                      std::initializer_list<std::uint64_t> place);

}  // namespace orchestrate
