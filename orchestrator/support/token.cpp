#include "support/token.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <random>

namespace orchestrate {

std::string random_token() {
  std::random_device source;
  const std::uint64_t high = source();
  return fmt::format("{:016x}", (high << 32U) | source());
}

}  // namespace orchestrate
