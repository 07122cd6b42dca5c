#include "support/affinity.hpp"

#include <gtest/gtest.h>

namespace orchestrate {
namespace {

TEST(Affinity, IsGivenBack) {
  const std::vector<int> before = allowed_cpus();
  ASSERT_FALSE(before.empty());
  {
    const KeptOff kept({before.back()});
    EXPECT_EQ(kept.succeeded(), before.size() > 1) << "there must be another CPU left";
    if (kept.succeeded()) {
      EXPECT_EQ(allowed_cpus().size(), before.size() - 1);
    }
  }
  EXPECT_EQ(allowed_cpus(), before);
}

TEST(Affinity, AProcessCannotBeKeptOffEveryCpu) {
  const std::vector<int> before = allowed_cpus();
  const KeptOff kept(before);
  EXPECT_FALSE(kept.succeeded());
  EXPECT_EQ(allowed_cpus(), before);
}

}  // namespace
}  // namespace orchestrate
