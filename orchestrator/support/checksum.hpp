#pragma once

#include <cstdint>
#include <string_view>

namespace orchestrate {

/// CRC-32C (Castagnoli, RFC 3720 appendix B.4) of `bytes`: finds every burst of damage of up to 32 bits and all but one
/// in 2^32 of the others. It is no defence against someone who means to deceive.
std::uint32_t crc32c(std::string_view bytes);

}  // namespace orchestrate
