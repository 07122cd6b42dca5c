#include "analysis/operation_evidence.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace orchestrate {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

OperationEvidence counting(std::map<std::string, std::int64_t> system_calls, const std::string& refusal = {}) {
  OperationEvidence evidence;
  evidence.counted = SystemCallsCounted{{}, "", 1000, std::move(system_calls), refusal};
  return evidence;
}

OperationEvidence switching(double switches, double apart = 0) {
  OperationEvidence evidence;
  evidence.switches = switches;
  evidence.apart = apart;
  return evidence;
}

TEST(Contradiction, AnOperationThatDoesWhatItsNameSaysHasNone) {
  EXPECT_THAT(contradiction("getpid_syscall", counting({{"getpid", 1000}})), IsEmpty());
  EXPECT_THAT(contradiction("function_call", counting({})), IsEmpty());
  EXPECT_THAT(contradiction("clock_monotonic", counting({})), IsEmpty());
  EXPECT_THAT(contradiction("clock_monotonic", counting({{"clock_gettime", 1000}})), IsEmpty())
      << "it is another finding, but it reads that clock";
  EXPECT_THAT(contradiction("pipe_pingpong", switching(1.0)), IsEmpty());
  EXPECT_THAT(contradiction("getpid_syscall", {}), IsEmpty()) << "nothing was counted";
}

TEST(Contradiction, ASystemCallThatIsNotMadeIsSeen) {
  EXPECT_THAT(contradiction("clock_monotonic_syscall", counting({})),
              HasSubstr("should make 1 clock_gettime a call and made 0"));
  EXPECT_THAT(contradiction("getpid_syscall", counting({{"getppid", 1000}})), HasSubstr("made 0"));
  EXPECT_THAT(contradiction("read_byte", counting({{"read", 2000}})), HasSubstr("made 2"));
  EXPECT_THAT(contradiction("cached_getpid", counting({{"getpid", 1000}})), HasSubstr("no system calls"));
}

TEST(Contradiction, CountingThatWasRefusedProvesNothing) {
  EXPECT_THAT(contradiction("getpid_syscall", counting({}, "ptrace is refused")), IsEmpty());
}

TEST(Contradiction, EndsThatDoNotTakeTurnsAreSeen) {
  EXPECT_THAT(contradiction("pipe_pingpong", switching(0.02)), HasSubstr("did not take turns"));
  EXPECT_THAT(contradiction("pipe_pingpong_threads", switching(2)), HasSubstr("2.00 times"));
  EXPECT_THAT(contradiction("pipe_self", switching(0.9)), HasSubstr("never leave the CPU"));
  EXPECT_THAT(contradiction("getpid", switching(0.9)), IsEmpty()) << "a quota may interrupt anything";
}

TEST(AnotherQuantity, EndsOnTwoCpusMakeAWakeUp) {
  EXPECT_THAT(another_quantity("pipe_pingpong", switching(1, 0.97), {}), HasSubstr("97 % of the batches"));
  EXPECT_THAT(another_quantity("pipe_pingpong", switching(1, 0.2), {}), HasSubstr("a mixture"));
  EXPECT_THAT(another_quantity("pipe_pingpong", switching(1, 0.01), {}), IsEmpty());
}

TEST(AnotherQuantity, AClockThatIsNotFreeIsTold) {
  const auto reading = counting({{"clock_gettime", 1000}});
  const nlohmann::json vdso{{"vdso", "7ffc… [vdso]"}};
  EXPECT_THAT(another_quantity("clock_monotonic", reading, {{"vdso", vdso}, {"clocksource", "hpet"}}),
              HasSubstr("the clocksource hpet"));
  EXPECT_THAT(another_quantity("clock_monotonic", reading, {{"vdso", nlohmann::json::object()}}),
              HasSubstr("no vDSO is mapped"));
  EXPECT_THAT(
      another_quantity("clock_tai", reading,
                       {{"vdso", vdso}, {"clocksource", "tsc"}, {"libc", {{"name", "glibc"}, {"version", "2.24"}}}}),
      HasSubstr("the library (glibc 2.24, static)"));
  EXPECT_THAT(another_quantity("clock_process_cputime", reading, {}), IsEmpty()) << "no vDSO can answer it";
  EXPECT_THAT(another_quantity("clock_monotonic_syscall", reading, {}), IsEmpty());
  EXPECT_THAT(another_quantity("clock_monotonic", counting({}), {}), IsEmpty());
}

TEST(AnotherQuantity, ACachedPidIsTold) {
  EXPECT_THAT(another_quantity("getpid", counting({}), {}), HasSubstr("answers from its own memory"));
  EXPECT_THAT(another_quantity("getpid", counting({{"getpid", 1000}}), {}), IsEmpty());
}

TEST(Evidence, BatchesThatRanInTwoWaysAreTwoModes) {
  Series series;
  series.batches = {5, 6, 7, 50};
  series.batch_apart = {false, false, false, true};
  series.apart = {0.25};
  series.switches = {1};
  const OperationEvidence evidence = evidence_of(nullptr, series);
  ASSERT_EQ(evidence.modes.size(), 2U);
  EXPECT_EQ(evidence.modes[0].ns, 6);
  EXPECT_EQ(evidence.modes[0].share, 0.75);
  EXPECT_EQ(evidence.modes[1].ns, 50);
  series.batch_apart = {false, false, false, false};
  EXPECT_THAT(evidence_of(nullptr, series).modes, IsEmpty());
  EXPECT_THAT(evidence_of(nullptr, Series{}).modes, IsEmpty());
}

}  // namespace
}  // namespace orchestrate
