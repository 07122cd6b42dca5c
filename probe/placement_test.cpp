#include "placement.hpp"

#include <gtest/gtest.h>

#include "failure.hpp"

namespace probe {
namespace {

class ProbePlacement : public testing::Test {
 protected:
  ~ProbePlacement() override { allow_cpus(0, before_); }

  CpuMask before_ = allowed_cpus();
  std::vector<int> cpus_ = cpu_numbers(before_);
};

TEST(ProbeCpuMask, NumbersAreBitsOfWords) {
  EXPECT_EQ(cpu_numbers({}), std::vector<int>{});
  EXPECT_EQ(cpu_numbers({0, 0}), std::vector<int>{});
  EXPECT_EQ(cpu_numbers({5}), (std::vector<int>{0, 2}));
  constexpr int word_bits = 8 * sizeof(unsigned long);
  EXPECT_EQ(cpu_numbers({1UL << (word_bits - 1), 1}), (std::vector<int>{word_bits - 1, word_bits}));
}

TEST_F(ProbePlacement, APinIsOneCpu) {
  for (const int cpu : cpus_) {
    pin(0, cpu);
    EXPECT_EQ(cpu_numbers(allowed_cpus()), std::vector<int>{cpu});
  }
}

TEST_F(ProbePlacement, ACpuThatIsNotThereIsNamed) {
  try {
    pin(0, 99999);
    FAIL() << "CPU 99999 was taken";
  } catch (const CallFailed& failure) {
    EXPECT_STREQ(failure.what(),
                 "sched_setaffinity to CPU 99999, which must exist and be allowed here: EINVAL (Invalid argument)");
  }
  EXPECT_EQ(allowed_cpus(), before_);
}

TEST_F(ProbePlacement, AfterAPinEverythingIsAllowedAgain) {
  const CpuMask mask = without_pin();
  EXPECT_EQ(allowed_cpus(), before_) << "asking changes nothing";
  pin(0, cpus_.front());
  allow_cpus(0, mask);
  EXPECT_EQ(allowed_cpus(), before_);
}

// What a cpuset allows tomorrow is seen tomorrow: the mask does not name what it allows today.
TEST_F(ProbePlacement, TheCpusetAloneIsGivenBackWithoutAnyMemory) {
  allow_cpus(0, CpuMask(before_.size(), ~0UL));  // whatever this test was started with
  for (const unsigned long word : without_pin()) EXPECT_EQ(word, ~0UL);
}

TEST_F(ProbePlacement, WhatSomebodyElseNarrowedStaysNarrow) {
  if (cpus_.size() < 2) GTEST_SKIP() << "needs two CPUs";
  pin(0, cpus_[1]);  // as taskset would before the probe starts
  const CpuMask mask = without_pin();
  EXPECT_EQ(cpu_numbers(allowed_cpus()), std::vector<int>{cpus_[1]}) << "asking changes nothing";
  pin(0, cpus_[0]);
  allow_cpus(0, mask);
  EXPECT_EQ(cpu_numbers(allowed_cpus()), std::vector<int>{cpus_[1]});
}

TEST_F(ProbePlacement, WithoutEndsNothingIsPinned) {
  PreparedOperation prepared;
  prepared.pin_other_end = [](int cpu) { FAIL() << "pinned to " << cpu; };
  place(prepared, {});
  EXPECT_EQ(allowed_cpus(), before_);
}

TEST_F(ProbePlacement, BothEndsArePlaced) {
  std::vector<int> pinned;
  PreparedOperation prepared;
  prepared.pin_other_end = [&pinned](int cpu) { pinned.push_back(cpu); };
  Ends ends;
  ends.initiator = cpus_.front();
  ends.other = cpus_.back();
  place(prepared, ends);
  EXPECT_EQ(cpu_numbers(allowed_cpus()), std::vector<int>{cpus_.front()});
  EXPECT_EQ(pinned, std::vector<int>{cpus_.back()});
  place({}, ends);  // one end
  EXPECT_EQ(pinned.size(), 1u);
}

}  // namespace
}  // namespace probe
