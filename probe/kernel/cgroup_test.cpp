#include "kernel/cgroup.hpp"

#include <gtest/gtest.h>

#include <map>

namespace probe {
namespace {

/// A file system that holds just these files.
TextReader with_files(const std::map<std::string, std::string>& files) {
  return [files](const std::string& path) -> Reading {
    const auto file = files.find(path);
    if (file == files.end()) return {false, {}, "open " + path + ": No such file or directory"};
    return {true, file->second, {}};
  };
}

const char* const v1_mounts =
    "40 39 0:30 / / rw - overlay overlay rw\n"
    "41 40 0:31 /docker/0123 /sys/fs/cgroup/cpu,cpuacct ro,relatime master:9 - cgroup cgroup rw,cpu,cpuacct\n"
    "42 40 0:32 /docker/0123 /sys/fs/cgroup/cpuset ro,relatime - cgroup cgroup rw,cpuset\n"
    "43 40 0:33 /docker/0123 /sys/fs/cgroup/memory ro,relatime - cgroup cgroup rw,memory\n";

TEST(ProbeCgroup, V1InAContainerThatSeesItsOwnCgroupAsTheMountsTop) {
  const CgroupFindings findings = read_cgroup(with_files({
      {"/proc/self/cgroup", "5:memory:/docker/0123\n4:cpuset:/docker/0123\n3:cpu,cpuacct:/docker/0123\n"},
      {"/proc/self/mountinfo", v1_mounts},
      {"/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "50000\n"},
      {"/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n"},
      {"/sys/fs/cgroup/cpu,cpuacct/cpu.stat", "nr_periods 9\nnr_throttled 3\nthrottled_time 12345\n"},
      {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "67108864\n"},
  }));
  EXPECT_EQ(findings.found, Json::parse(R"({"version":"v1","cpu_quota_us":50000,"cpu_period_us":100000,
                                            "cpu_throttled":3,"memory_limit_bytes":67108864})"));
  EXPECT_EQ(findings.unreadable, Json::object());
}

TEST(ProbeCgroup, V1WithoutLimits) {
  const CgroupFindings findings = read_cgroup(with_files({
      {"/proc/self/cgroup", "5:memory:/docker/0123\n3:cpu,cpuacct:/docker/0123\n"},
      {"/proc/self/mountinfo", v1_mounts},
      {"/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n"},
      {"/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n"},
      {"/sys/fs/cgroup/cpu,cpuacct/cpu.stat", "nr_throttled 0\n"},
      {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n"},
  }));
  EXPECT_EQ(findings.found, Json::parse(R"({"version":"v1","cpu_throttled":0})"));
  EXPECT_EQ(findings.unreadable, Json::object());
}

TEST(ProbeCgroup, HybridOnAHostFollowsThePathBelowTheMount) {
  const CgroupFindings findings = read_cgroup(with_files({
      {"/proc/self/cgroup", "4:memory:/jobs/a:b\n1:cpu:/jobs/a:b\n9:name=systemd:/\n0::/\n"},
      {"/proc/self/mountinfo",
       "32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n35 31 0:32 / /sys/fs/my\\040cgroup/memory rw - "
       "cgroup "
       "cgroup rw,memory\n41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"},
      {"/sys/fs/cgroup/cpu/jobs/a:b/cpu.cfs_quota_us", "150000\n"},
      {"/sys/fs/cgroup/cpu/jobs/a:b/cpu.cfs_period_us", "100000\n"},
      {"/sys/fs/my cgroup/memory/jobs/a:b/memory.limit_in_bytes", "4096\n"},
      {"/sys/fs/cgroup/cpu/jobs/a:b/cgroup.procs", ""},
  }));
  EXPECT_EQ(findings.found, Json::parse(R"({"version":"hybrid","cpu_quota_us":150000,"cpu_period_us":100000,
                                            "memory_limit_bytes":4096})"));
}

TEST(ProbeCgroup, V2InANamespaceOfItsOwn) {
  const CgroupFindings findings = read_cgroup(with_files({
      {"/proc/self/cgroup", "0::/\n"},
      {"/proc/self/mountinfo", "60 59 0:27 / /sys/fs/cgroup ro,nosuid - cgroup2 cgroup rw,nsdelegate\n"},
      {"/sys/fs/cgroup/cpu.max", "50000 100000\n"},
      {"/sys/fs/cgroup/cpu.stat", "usage_usec 5\nnr_periods 2\nnr_throttled 1\n"},
      {"/sys/fs/cgroup/memory.max", "max\n"},
  }));
  EXPECT_EQ(findings.found,
            Json::parse(R"({"version":"v2","cpu_quota_us":50000,"cpu_period_us":100000,"cpu_throttled":1})"));
  EXPECT_EQ(findings.unreadable, Json::object());
}

TEST(ProbeCgroup, V2WhereTheNamespaceMakesPathAndMountDisagree) {
  const CgroupFindings findings = read_cgroup(with_files({
      {"/proc/self/cgroup", "0::/system.slice/docker-0123.scope\n"},
      {"/proc/self/mountinfo", "60 59 0:27 /../other /sys/fs/cgroup ro - cgroup2 cgroup rw\n"},
      {"/sys/fs/cgroup/cpu.max", "max 100000\n"},
      {"/sys/fs/cgroup/memory.max", "1048576\n"},
  }));
  EXPECT_EQ(findings.found, Json::parse(R"({"version":"v2","memory_limit_bytes":1048576})"));
}

TEST(ProbeCgroup, ARootCgroupHasNoLimitFilesAndThatIsNoMystery) {
  const CgroupFindings findings = read_cgroup(with_files({
      {"/proc/self/cgroup", "0::/\n"},
      {"/proc/self/mountinfo", "60 59 0:27 / /sys/fs/cgroup rw - cgroup2 cgroup rw\n"},
      {"/sys/fs/cgroup/cgroup.procs", "1\n"},
  }));
  EXPECT_EQ(findings.found, Json::parse(R"({"version":"v2"})"));
  EXPECT_EQ(findings.unreadable, Json::object());
}

TEST(ProbeCgroup, WhatCannotBeSeenHasAReason) {
  const CgroupFindings findings = read_cgroup(with_files({
      {"/proc/self/cgroup", "3:cpu,cpuacct:/docker/0123\n"},
      {"/proc/self/mountinfo", v1_mounts},
  }));
  EXPECT_EQ(findings.found, Json::parse(R"({"version":"v1"})"));
  EXPECT_EQ(findings.unreadable["cgroup.cpu"],
            "open /sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us: No such file or directory");
  EXPECT_EQ(findings.unreadable["cgroup.memory"], "no mount of it in /proc/self/mountinfo");
}

TEST(ProbeCgroup, WithoutProcThereIsOnlyAReason) {
  const CgroupFindings findings = read_cgroup(with_files({}));
  EXPECT_EQ(findings.found, Json::object());
  EXPECT_EQ(findings.unreadable["cgroup"], "open /proc/self/cgroup: No such file or directory");
}

TEST(ProbeCgroup, AFolderWhoseNameOnlyBeginsLikeTheMountsTopIsAnother) {
  const CgroupFindings findings = read_cgroup(with_files({
      {"/proc/self/cgroup", "0::/docker/01234\n"},
      {"/proc/self/mountinfo", "60 59 0:27 /docker/0123 /mnt rw - cgroup2 cgroup rw\n"},
      {"/mnt4/memory.max", "1\n"},
      {"/mnt/memory.max", "2\n"},
      {"/mnt/cpu.max", "max 100000\n"},
  }));
  EXPECT_EQ(findings.found["memory_limit_bytes"], 2);
}

}  // namespace
}  // namespace probe
