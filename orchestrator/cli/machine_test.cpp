#include "cli/machine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/files.hpp"

namespace orchestrate {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

/// A tree of /proc and /sys with nothing to object to, which each test changes.
class Machine : public ::testing::Test {
 protected:
  Machine() {
    put("sys/fs/cgroup/cgroup.controllers", "cpuset cpu io memory pids");
    put("sys/devices/system/cpu/online", "0-1");
    for (const std::string cpu : {"cpu0", "cpu1"}) {
      put("sys/devices/system/cpu/" + cpu + "/topology/thread_siblings_list", cpu.substr(3));
      put("sys/devices/system/cpu/" + cpu + "/cpufreq/scaling_governor", "performance");
    }
    put("sys/devices/system/cpu/intel_pstate/no_turbo", "1");
    put("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc");
    put("sys/devices/system/clocksource/clocksource0/available_clocksource", "tsc hpet acpi_pm");
    put("sys/devices/system/cpu/vulnerabilities/meltdown", "Mitigation: PTI");
    put("proc/stat", "cpu  1000 0 500 98000 10 0 5 0 0 0\ncpu0 500 0 250 49000 5 0 2 0 0 0");
    put("proc/loadavg", "0.05 0.10 0.20 1/200 4242");
    put("proc/cmdline", "quiet");
  }

  void put(const std::string& path, const std::string& content) {
    fs::create_directories((root() / path).parent_path());
    write_file(root() / path, content + "\n");
  }
  void remove(const std::string& path) { fs::remove_all(root() / path); }
  [[nodiscard]] fs::path root() const { return folder_.path(); }

  [[nodiscard]] MachineCheck check(const std::string& what, const std::vector<int>& cpus = {0, 1}) const {
    for (MachineCheck& one : check_kernel(root(), cpus)) {
      if (one.what == what) return one;
    }
    ADD_FAILURE() << "nothing is said of " << what;
    return {};
  }

  void expect_careful(const std::string& what, const std::string& seen, const std::string& change) const {
    const MachineCheck one = check(what);
    EXPECT_EQ(one.health, Health::careful) << what;
    EXPECT_THAT(one.seen, HasSubstr(seen));
    EXPECT_THAT(one.change, HasSubstr(change));
    EXPECT_NE(one.effect, "");
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(Machine, AQuietOneHasNothingToChange) {
  for (const MachineCheck& one : check_kernel(root(), {0, 1})) {
    EXPECT_EQ(one.health, Health::ok) << one.what << ": " << one.seen;
    EXPECT_EQ(one.change, "") << one.what;
    EXPECT_NE(one.seen, "") << one.what;
    EXPECT_NE(one.effect, "") << one.what;
  }
}

TEST_F(Machine, CgroupsWithoutCpusetPinNothing) {
  put("sys/fs/cgroup/cgroup.controllers", "cpu io memory pids");
  EXPECT_EQ(check("cgroups").health, Health::problem);
  EXPECT_THAT(check("cgroups").change, HasSubstr("+cpuset"));
  remove("sys/fs/cgroup/cgroup.controllers");
  EXPECT_EQ(check("cgroups").health, Health::problem);
  fs::create_directories(root() / "sys/fs/cgroup/cpuset");
  EXPECT_EQ(check("cgroups").health, Health::ok);
  EXPECT_THAT(check("cgroups").seen, HasSubstr("version 1"));
}

TEST_F(Machine, OneCpuIsShared) {
  const MachineCheck one = check("CPUs", {1});
  EXPECT_EQ(one.health, Health::careful);
  EXPECT_THAT(one.seen, HasSubstr("1 of 0-1 online"));
}

TEST_F(Machine, IsolatedCpusAreNamed) {
  put("sys/devices/system/cpu/isolated", "1");
  EXPECT_THAT(check("CPUs").seen, HasSubstr("isolated: 1"));
}

TEST_F(Machine, SiblingsShareACore) {
  for (const char* cpu : {"cpu0", "cpu1"}) {
    put(std::string("sys/devices/system/cpu/") + cpu + "/topology/thread_siblings_list", "0-1");
  }
  expect_careful("siblings", "0-1", "smt/control");
}

TEST_F(Machine, AGovernorThatFollowsTheLoad) {
  put("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "powersave");
  expect_careful("governor", "performance on 1 CPU, powersave on 1 CPU", "cpupower frequency-set");
  remove("sys/devices/system/cpu/cpu0/cpufreq");
  remove("sys/devices/system/cpu/cpu1/cpufreq");
  EXPECT_EQ(check("governor").health, Health::ok) << "a virtual machine has none";
}

TEST_F(Machine, Turbo) {
  put("sys/devices/system/cpu/intel_pstate/no_turbo", "0");
  expect_careful("turbo", "on", "no_turbo");
  remove("sys/devices/system/cpu/intel_pstate");
  EXPECT_EQ(check("turbo").health, Health::ok);
  put("sys/devices/system/cpu/cpufreq/boost", "1");
  expect_careful("turbo", "on", "echo 0 >/sys/devices/system/cpu/cpufreq/boost");
  put("sys/devices/system/cpu/cpufreq/boost", "0");
  EXPECT_EQ(check("turbo").health, Health::ok);
}

TEST_F(Machine, AClockThatTheVdsoCannotRead) {
  put("sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet");
  expect_careful("clocksource", "hpet", "echo tsc");
  put("sys/devices/system/clocksource/clocksource0/available_clocksource", "hpet acpi_pm");
  expect_careful("clocksource", "hpet", "dmesg");
  put("sys/devices/system/clocksource/clocksource0/current_clocksource", "kvm-clock");
  EXPECT_EQ(check("clocksource").health, Health::ok);
  remove("sys/devices/system/clocksource");
  expect_careful("clocksource", "does not say", "clocks.yaml");
}

TEST_F(Machine, TimeThatOthersTake) {
  put("proc/stat", "cpu  1000 0 500 96000 10 0 5 2000 0 0");
  expect_careful("steal", "2.01 %", "");
  put("proc/stat", "nothing of use");
  expect_careful("steal", "does not say", "top");
}

TEST_F(Machine, ABusyOne) {
  put("proc/loadavg", "1.50 0.10 0.20 1/200 4242");
  expect_careful("load", "1.50", "ps ");
}

TEST_F(Machine, MitigationsSwitchedOff) {
  put("sys/devices/system/cpu/vulnerabilities/mds", "Vulnerable; SMT vulnerable");
  EXPECT_EQ(check("mitigations").health, Health::ok);
  EXPECT_EQ(check("mitigations").seen, "1 in force; vulnerable: mds");
  put("proc/cmdline", "quiet mitigations=off");
  expect_careful("mitigations", "mitigations=off", "boot without");
}

TEST_F(Machine, WhatTheKernelSaysIsEscaped) {
  put("sys/devices/system/clocksource/clocksource0/current_clocksource", "\x1b[31m");
  EXPECT_EQ(check("clocksource").seen.find('\x1b'), std::string::npos);
}

nlohmann::json engine_with(const std::string& seccomp) {
  return {{"program", "/usr/bin/docker"},
          {"version", {{"Server", {{"Version", "20.10.24"}}}}},
          {"info", {{"SecurityOptions", {seccomp}}, {"CgroupDriver", "systemd"}, {"CgroupVersion", "2"}}}};
}

TEST(Engines, AProfileOfTheDaemonsOwnIsAProblem) {
  for (const MachineCheck& one : check_engine(engine_with("name=seccomp,profile=default"))) {
    EXPECT_EQ(one.health, Health::ok) << one.what;
  }
  const auto checks = check_engine(engine_with("name=seccomp,profile=unconfined"));
  EXPECT_THAT(checks[0].seen, HasSubstr("20.10.24"));
  EXPECT_EQ(checks[1].health, Health::problem);
  EXPECT_THAT(checks[1].effect, HasSubstr("no filter at all"));
  EXPECT_THAT(checks[2].seen, HasSubstr("systemd"));
}

TEST(Engines, OneThatDoesNotAnswerIsAProblemInItsOwnWords) {
  const MachineCheck check = silent_engine("No engine answers: refused\nmore");
  EXPECT_EQ(check.health, Health::problem);
  EXPECT_EQ(check.seen, "No engine answers: refused");
}

TEST(Space, LittleIsCarefulAndAlmostNoneAProblem) {
  EXPECT_EQ(check_space("results", 1'000'000'000).health, Health::ok);
  EXPECT_EQ(check_space("results", 100'000'000).health, Health::careful);
  EXPECT_EQ(check_space("results", 1'000'000).health, Health::problem);
}

TEST(MachineTable, ShowsEffectAndCommandBelowEachCheck) {
  const std::string text = to_text(table_of({{"turbo", Health::careful, "on", "It drifts.", "echo 1"}}), false);
  EXPECT_EQ(text,
            "  careful  turbo  on\n"
            "                  It drifts.\n"
            "                  to change it: echo 1\n");
}

}  // namespace
}  // namespace orchestrate
