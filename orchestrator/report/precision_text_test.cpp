#include "report/precision_text.hpp"

#include <gtest/gtest.h>

namespace orchestrate {
namespace {

TEST(PrecisionText, SaysWhatIsReached) {
  EXPECT_EQ(precision_text({0.02, "getpid, seccomp default | unconfined", 0.0081, 0, 0}),
            "precision: ±0.81 %, wanted ±2.00 % (widest: getpid, seccomp default | unconfined)");
}

TEST(PrecisionText, SaysHowLongMoreWouldTake) {
  EXPECT_EQ(precision_text({0.02, "getpid", 0.031, 15, 61.4}),
            "precision: ±3.10 %, wanted ±2.00 % (widest: getpid); that would take about 15 rounds, 61 s in all");
  EXPECT_EQ(precision_text({0.02, "getpid", 0.2, 600, 2400}),
            "precision: ±20.00 %, wanted ±2.00 % (widest: getpid); that would take about 600 rounds, 40 min in all");
}

TEST(PrecisionText, SaysWhatTheFirstIntervalNeeds) {
  EXPECT_EQ(precision_text({0.02, "getpid", std::nullopt, 6, 12}),
            "precision: none yet, wanted ±2.00 %; the first interval needs 6 rounds, about 12 s in all");
}

TEST(PrecisionText, IsSilentWhereNothingHasAValue) {
  EXPECT_EQ(precision_text({0.02, "", std::nullopt, 0, 0}), "");
}

}  // namespace
}  // namespace orchestrate
