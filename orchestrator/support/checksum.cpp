#include "support/checksum.hpp"

#include <array>

namespace orchestrate {
namespace {

/// The generator polynomial 0x1EDC6F41, its bits reversed.
constexpr std::uint32_t polynomial = 0x82F63B78U;

constexpr std::array<std::uint32_t, 256> table_of_remainders() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
    std::uint32_t remainder = byte;
    for (int bit = 0; bit < 8; ++bit) {
      remainder = (remainder >> 1U) ^ ((remainder & 1U) != 0 ? polynomial : 0U);
    }
    table[byte] = remainder;
  }
  return table;
}

constexpr std::array<std::uint32_t, 256> remainders = table_of_remainders();

}  // namespace

std::uint32_t crc32c(std::string_view bytes) {
  std::uint32_t remainder = ~0U;
  for (const char byte : bytes) {
    remainder = (remainder >> 8U) ^ remainders[(remainder ^ static_cast<unsigned char>(byte)) & 0xFFU];
  }
  return ~remainder;
}

}  // namespace orchestrate
