#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace orchestrate {

/// At most so many containers are alive together, the twin among them.
inline constexpr std::size_t most_containers_together = 12;

/// Splits 0 … count−1 into groups such that every compared pair shares a group, each group with its twin fits
/// `most_containers_together`, and sets that are not compared share a group as long as it fits, in ascending order. A
/// set that is compared across more than that comes out larger; the caller refuses it.
std::vector<std::vector<std::size_t>> grouped(std::size_t count,
                                              const std::vector<std::pair<std::size_t, std::size_t>>& compared);

}  // namespace orchestrate
