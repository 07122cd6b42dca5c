#include "plan/order.hpp"

#include <numeric>
#include <utility>

namespace orchestrate {
namespace {

/// One step of SplitMix64 (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators", figure 17).
std::uint64_t split_mix(std::uint64_t& state) {
  state += 0x9E3779B97F4A7C15U;
  std::uint64_t mixed = state;
  mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
  mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
  return mixed ^ (mixed >> 31U);
}

/// A number in 0 … bound−1, each equally likely: values from the last, incomplete run of `bound` are drawn again.
std::uint64_t below(std::uint64_t bound, std::uint64_t& state) {
  const std::uint64_t incomplete = (0 - bound) % bound;
  for (;;) {
    const std::uint64_t drawn = split_mix(state);
    if (drawn >= incomplete) return drawn % bound;
  }
}

}  // namespace

std::vector<std::size_t> random_order(std::size_t count, std::uint64_t seed,
                                      std::initializer_list<std::uint64_t> place) {
  std::uint64_t state = seed;
  for (const std::uint64_t part : place) {
    const std::uint64_t mixed = split_mix(state);
    state = mixed ^ (part + 0x9E3779B97F4A7C15U);
  }
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t left = count; left > 1; --left) std::swap(order[left - 1], order[below(left, state)]);
  return order;
}

}  // namespace orchestrate
