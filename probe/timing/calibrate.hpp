#pragma once

#include <cstdint>
#include <functional>

namespace probe {

/// The most iterations a batch may have.
constexpr std::uint64_t largest_iterations = std::uint64_t{1} << 40;

/// Finds how many iterations last about `batch_ns`, given a function that runs so many iterations and says how many
/// nanoseconds they took. At least 1, at most largest_iterations.
std::uint64_t calibrate(const std::function<std::uint64_t(std::uint64_t iterations)>& elapsed_ns_of,
                        std::uint64_t batch_ns);

}  // namespace probe
