#include "counting/count.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

namespace probe {
namespace {

using Calls = std::map<std::string, std::uint64_t>;

Calls counted(const std::string& operation, std::uint64_t calls) {
  const Counted result = count_system_calls(find_operation(operation)->prepare(), calls);
  EXPECT_EQ(result.refusal, "") << operation;
  return result.system_calls;
}

/// Keeps this process, and the one it traces, on one CPU: a stop that wakes the tracer on another takes ten times as
/// long.
void stay_on_this_cpu() {
  cpu_set_t here;
  CPU_ZERO(&here);
  CPU_SET(static_cast<unsigned>(sched_getcpu()), &here);
  ASSERT_EQ(sched_setaffinity(0, sizeof here, &here), 0);
}

TEST(ProbeCount, IsExactForEveryClock) {
  stay_on_this_cpu();
  constexpr std::uint64_t calls = 100000;
  for (const char* clock : {"monotonic", "monotonic_raw", "monotonic_coarse", "realtime", "realtime_coarse", "boottime",
                            "tai", "process_cputime", "thread_cputime"}) {
    const std::string name = std::string("clock_") + clock;
    EXPECT_EQ(counted(name + "_syscall", calls), (Calls{{"clock_gettime", calls}})) << name;
  }
  EXPECT_EQ(counted("clock_process_cputime", calls), (Calls{{"clock_gettime", calls}}));
  EXPECT_EQ(counted("clock_thread_cputime", calls), (Calls{{"clock_gettime", calls}}));
}

TEST(ProbeCount, WhatMakesNoSystemCallCountsNone) {
  EXPECT_EQ(counted("empty_loop", 100000), Calls{});
  EXPECT_EQ(counted("function_call", 100000), Calls{});
}

TEST(ProbeCount, NamesWhatIsCalled) {
  EXPECT_EQ(counted("getpid", 10), (Calls{{"getpid", 10}}));
  EXPECT_EQ(counted("write_dev_null", 10), (Calls{{"write", 10}}));
  EXPECT_EQ(counted("read_byte", 10), (Calls{{"read", 10}}));
  EXPECT_EQ(counted("read_buffered", 10 * 4096).at("read"), 10u);
}

TEST(ProbeCount, ARefusedTraceIsSaidAndNotANumber) {
  PreparedOperation failing;
  failing.run = [](std::uint64_t) -> LoopResult { _exit(77); };  // what the child does where it may not be traced
  const Counted result = count_system_calls(failing, 1);
  EXPECT_NE(result.refusal, "");
  EXPECT_TRUE(result.system_calls.empty());
}

TEST(ProbeCount, ACallThatFailsIsSaidAndNotANumber) {
  PreparedOperation failing;
  failing.run = [](std::uint64_t) { return LoopResult{1, -1}; };
  EXPECT_NE(count_system_calls(failing, 1).refusal, "");
}

}  // namespace
}  // namespace probe
