#include "counting/count.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <set>

#include "kernel/text_file.hpp"
#include "placement.hpp"
#include "testing/run.hpp"

namespace probe {
namespace {

using Calls = std::map<std::string, std::uint64_t>;

Calls counted(const std::string& operation, std::uint64_t calls) {
  const Counted result = count_system_calls(find_operation(operation)->prepare(), calls);
  EXPECT_EQ(result.refusal, "") << operation;
  return result.system_calls;
}

/// Counts through the built, static program, whose C library is what decides whether the vDSO is used; it and the
/// process that it traces stay on one CPU: a stop that wakes the tracer on another takes ten times as long.
class CountingProbe {
 public:
  CountingProbe() : serving_({{"serve"}, [] { pin(0, sched_getcpu()); }, 0}) { serving_.receive(); }

  Json count(const std::string& operation, std::uint64_t calls) {
    const Json event = serving_.ask(to_line({{"do", "count"}, {"operation", operation}, {"calls", calls}}));
    EXPECT_EQ(event.value("event", ""), "counted") << event;
    return event.value("syscalls", Json());
  }

 private:
  RunningProbe serving_;
};

constexpr std::uint64_t many = 100000;

TEST(ProbeCount, IsExactForEveryClockBySystemCall) {
  CountingProbe probe;
  for (const char* clock : {"monotonic", "monotonic_raw", "monotonic_coarse", "realtime", "realtime_coarse", "boottime",
                            "tai", "process_cputime", "thread_cputime"}) {
    const std::string name = std::string("clock_") + clock + "_syscall";
    EXPECT_EQ(probe.count(name, many), Json({{"clock_gettime", many}})) << name;
  }
  for (const char* name : {"clock_process_cputime", "clock_thread_cputime"}) {  // which no vDSO knows
    EXPECT_EQ(probe.count(name, many), Json({{"clock_gettime", many}})) << name;
  }
}

TEST(ProbeCount, IsExactlyNoneForAClockAtTheLastTick) {
  CountingProbe probe;
  for (const char* name : {"clock_monotonic_coarse", "clock_realtime_coarse"}) {
    EXPECT_EQ(probe.count(name, many), Json::object()) << name;
  }
}

// The vDSO reads the clocksource itself, so it answers only where that can be read without the kernel.
TEST(ProbeCount, IsExactlyNoneForAClockThroughTheVdso) {
  const std::string source =
      trimmed(read_text_file("/sys/devices/system/clocksource/clocksource0/current_clocksource").text);
  const std::set<std::string> readable = {"arch_sys_counter", "hyperv_clocksource_tsc_page", "kvm-clock", "tsc"};
  if (readable.count(source) == 0) GTEST_SKIP() << "clocksource " << source << " has no vDSO mode";
  CountingProbe probe;
  for (const char* clock : {"monotonic", "monotonic_raw", "realtime", "boottime", "tai"}) {
    const std::string name = std::string("clock_") + clock;
    EXPECT_EQ(probe.count(name, many), Json::object()) << name << ", clocksource " << source;
  }
}

TEST(ProbeCount, CountsEveryOperation) {
  CountingProbe probe;
  for (const std::string& name : operation_names()) EXPECT_TRUE(probe.count(name, 20).is_object()) << name;
}

TEST(ProbeCount, WhatAStartedProgramCallsIsNotFollowed) {
  const Json calls = CountingProbe().count("static_start", 20);
#ifdef SYS_vfork
  EXPECT_EQ(calls, Json({{"vfork", 20}, {"wait4", 20}}));
#else
  EXPECT_EQ(calls, Json({{"clone", 20}, {"wait4", 20}}));
#endif
}

TEST(ProbeCount, WhatMakesNoSystemCallCountsNone) {
  EXPECT_EQ(counted("empty_loop", 100000), Calls{});
  EXPECT_EQ(counted("function_call", 100000), Calls{});
  EXPECT_EQ(counted("cached_getpid", 100000), Calls{});
}

TEST(ProbeCount, NamesWhatIsCalled) {
  EXPECT_EQ(counted("getpid", 10), (Calls{{"getpid", 10}}));
  EXPECT_EQ(counted("getppid", 10), (Calls{{"getppid", 10}}));
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
