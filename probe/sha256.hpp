#pragma once

#include <string>

namespace probe {

/// SHA-256 of the bytes (FIPS 180-4), hexadecimal. For naming files, which need not be fast.
std::string sha256(const std::string& bytes);

}  // namespace probe
