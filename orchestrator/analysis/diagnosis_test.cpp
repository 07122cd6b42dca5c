#include "analysis/diagnosis.hpp"

#include <gtest/gtest.h>

#include <random>

namespace orchestrate {
namespace {

TEST(Diagnosis, OddRoundsAreNamedByTheirPlace) {
  const RoundsDiagnosis diagnosis = diagnose_rounds({100, 100.1, 99.9, 104, 100.2, 99.8});
  ASSERT_EQ(diagnosis.outliers.size(), 1U);
  EXPECT_EQ(diagnosis.outliers[0].index, 3U);
  ASSERT_TRUE(diagnosis.trend);
  EXPECT_GT(diagnosis.trend->p, 0.05);
  EXPECT_TRUE(diagnose_rounds({100, 200}).outliers.empty());
}

/// `count` batches that hop between two modes, staying in each for `stay` batches.
std::vector<double> hopping(std::size_t count, std::size_t stay) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> noise;
  std::vector<double> batches;
  for (std::size_t i = 0; i < count; ++i) batches.push_back((i / stay % 2 == 0 ? 137.5 : 150) + noise(random));
  return batches;
}

TEST(Diagnosis, FindsTheModesOfBatches) {
  const BatchesDiagnosis two = diagnose_batches(hopping(600, 1), 6, true);
  EXPECT_EQ(two.count, 600U);
  EXPECT_LE(two.modes->p, 0.001);
  std::mt19937_64 random(2);
  std::normal_distribution<double> noise;
  std::vector<double> one;
  for (int i = 0; i < 600; ++i) one.push_back(137.5 + noise(random));
  EXPECT_GT(diagnose_batches(one, 6, true).modes->p, 0.1);
  EXPECT_FALSE(diagnose_batches(one, 6, false).modes) << "nobody asked";
}

TEST(Diagnosis, BatchesThatHangTogetherCountForLess) {
  const BatchesDiagnosis hanging = diagnose_batches(hopping(600, 200), 1, true);
  EXPECT_LT(hanging.effective, 30);
  EXPECT_GT(hanging.modes->p, 0.05) << "two hops are no proof of two modes";
  EXPECT_GT(diagnose_batches(hopping(600, 100), 6, false).effective, 400) << "a round's own level is not correlation";
}

TEST(Diagnosis, ALongRunIsThinned) {
  const BatchesDiagnosis many = diagnose_batches(hopping(1'000'000, 1), 1000, true);
  EXPECT_EQ(many.count, 1'000'000U);
  EXPECT_GE(many.modes->dip, 1.0 / 20000);
}

TEST(Diagnosis, NothingIsFoundInNothing) {
  EXPECT_EQ(diagnose_batches({}, 0, true).effective, 0);
  EXPECT_FALSE(diagnose_batches({}, 0, true).modes);
}

}  // namespace
}  // namespace orchestrate
