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

}  // namespace
}  // namespace orchestrate
