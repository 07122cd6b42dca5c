#include "support/checksum.hpp"

#include <gtest/gtest.h>

#include <string>

namespace orchestrate {
namespace {

TEST(Checksum, IsTheOneOfTheStandard) {
  EXPECT_EQ(crc32c("123456789"), 0xE3069283U) << "the check value of CRC-32/ISCSI";
  // RFC 3720, appendix B.4.
  EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8A9136AAU);
  EXPECT_EQ(crc32c(std::string(32, '\xff')), 0x62A8AB43U);
  EXPECT_EQ(crc32c(""), 0U);
}

TEST(Checksum, OfTextsOfAnyLengthIsThatOfTheDefinition) {
  const auto bit_by_bit = [](const std::string& text) {
    std::uint32_t remainder = ~0U;
    for (const char byte : text) {
      remainder ^= static_cast<unsigned char>(byte);
      for (int bit = 0; bit < 8; ++bit) remainder = (remainder >> 1U) ^ ((remainder & 1U) != 0 ? 0x82F63B78U : 0U);
    }
    return ~remainder;
  };
  std::string text;
  for (int length = 0; length < 40; ++length) {
    EXPECT_EQ(crc32c(text), bit_by_bit(text)) << length;
    text += static_cast<char>(37 * length + 150);
  }
}

}  // namespace
}  // namespace orchestrate
