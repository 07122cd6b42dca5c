#include "sample_report.hpp"

#include <gtest/gtest.h>

namespace probe {
namespace {

const Operation operation = {"getpid_syscall", "syscall(SYS_getpid)", "the system call", {}};

Batch batch_of(std::uint64_t calls, std::uint64_t elapsed_ns) {
  Batch batch{};
  batch.iterations = calls;
  batch.elapsed_ns = elapsed_ns;
  return batch;
}

TEST(ProbeSampleReport, SubtractsTheCostOfTiming) {
  Sampled sampled{{1600, 16}, batch_of(1600, 160000), {}, {"tsc", 0.5, 2, 40}};
  for (int i = 0; i < 90; ++i) sampled.ticks.record(240);
  for (int i = 0; i < 10; ++i) sampled.ticks.record(340);
  EXPECT_EQ(sample_report(operation, sampled),
            "getpid_syscall: the system call\n"
            "  1600 calls, 100 of them timed one by one\n"
            "  mean              105.000 ns\n"
            "  min               100.000 ns\n"
            "  p50               100.000 ns\n"
            "  p90               100.000 ns\n"
            "  p99               150.000 ns\n"
            "  max               150.000 ns\n"
            "  timer: tsc, a step is 1.000 ns, timing costs 20.000 ns (subtracted above)\n"
            "  whole loop        100.000 ns a call, the timing included\n");
}

// The article's figures: 84 and 125 ns are 2 and 3 ticks of 24 MHz.
TEST(ProbeSampleReport, MarksWhatIsTheTimersGrid) {
  Sampled sampled{{100, 1}, batch_of(100, 9536), {}, {"cntvct", 125 / 3.0, 1, 0}};
  for (int i = 0; i < 60; ++i) sampled.ticks.record(2);
  for (int i = 0; i < 39; ++i) sampled.ticks.record(3);
  sampled.ticks.record(689);
  const std::string report = sample_report(operation, sampled);
  EXPECT_NE(report.find("p50                83.333 ns *\n"), std::string::npos) << report;
  EXPECT_NE(report.find("p90               125.000 ns *\n"), std::string::npos) << report;
  EXPECT_NE(report.find("max             28708.333 ns\n"), std::string::npos) << report;
  EXPECT_NE(report.find("* a multiple of the timer's step"), std::string::npos) << report;
}

TEST(ProbeSampleReport, MarksFromTwentyStepsDownward) {
  const auto report_of = [](std::uint64_t ticks) {
    Sampled sampled{{1, 1}, batch_of(1, 1), {}, {"tsc", 1, 1, 0}};
    sampled.ticks.record(ticks);
    return sample_report(operation, sampled);
  };
  EXPECT_EQ(report_of(20).find('*'), std::string::npos);
  EXPECT_NE(report_of(19).find('*'), std::string::npos);
}

TEST(ProbeSampleReport, AValueBelowZeroStays) {
  Sampled sampled{{1, 1}, batch_of(1, 1), {}, {"tsc", 0.5, 2, 40}};
  sampled.ticks.record(38);
  EXPECT_NE(sample_report(operation, sampled).find("p50                -1.000 ns *\n"), std::string::npos);
}

}  // namespace
}  // namespace probe
