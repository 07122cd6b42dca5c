#include "factors/cpu_list.hpp"

#include <gtest/gtest.h>

namespace orchestrate {
namespace {

TEST(CpuList, IsTheKernelsForm) {
  EXPECT_EQ(parse_cpu_list("0-2,5"), (std::vector<int>{0, 1, 2, 5}));
  EXPECT_EQ(to_cpu_list({0, 1, 2, 5}), "0-2,5");
  for (const char* wrong : {"", ",", "1,", "-1", "1-", "2-1", "a", "1 2", "9999"})
    EXPECT_FALSE(parse_cpu_list(wrong)) << wrong;
}

}  // namespace
}  // namespace orchestrate
