// The built program's witness against what this test reads of the same things.
#include "witness.hpp"

#include <elf.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>

#include "kernel/proc.hpp"
#include "kernel/text_file.hpp"
#include "operation.hpp"
#include "os_release.hpp"
#include "sha256.hpp"
#include "testing/run.hpp"
#include "testing/seccomp_filter.hpp"

namespace probe {
namespace {

Json witness_of_probe(const std::function<void()>& in_child = {}) {
  const Finished finished = run_probe({"witness"}, in_child);
  EXPECT_EQ(finished.ending.exit_status, 0) << finished.errors;
  return Json::parse(finished.output);
}

std::string bytes_of_probe() {
  std::ifstream program(probe_under_test().program, std::ios::binary);
  return {std::istreambuf_iterator<char>(program), std::istreambuf_iterator<char>()};
}

TEST(ProbeWitness, AgreesWithStatus) {
  const Json witness = witness_of_probe();
  auto status = parse_status(read_text_file("/proc/self/status").text);  // a child inherits these
  EXPECT_EQ(std::to_string(witness["seccomp"]["mode"].get<int>()), status["Seccomp"]);
  if (status.count("Seccomp_filters") != 0) {
    EXPECT_EQ(std::to_string(witness["seccomp"]["filters"].get<int>()), status["Seccomp_filters"]);
  }
  EXPECT_EQ(std::to_string(witness["no_new_privs"].get<int>()), status["NoNewPrivs"]);
  EXPECT_EQ(witness["capabilities"]["effective"], status["CapEff"]);
  EXPECT_EQ(witness["capabilities"]["permitted"], status["CapPrm"]);
  EXPECT_EQ(witness["capabilities"]["inheritable"], status["CapInh"]);
  EXPECT_EQ(witness["capabilities"]["bounding"], status["CapBnd"]);
  EXPECT_EQ(witness["capabilities"]["ambient"], status["CapAmb"]);
  EXPECT_EQ(witness["speculation_store_bypass"], status["Speculation_Store_Bypass"]);
  EXPECT_EQ(witness["cpus_allowed_list"], status["Cpus_allowed_list"]);
}

TEST(ProbeWitness, AgreesWithTheKernel) {
  const Json witness = witness_of_probe();
  utsname names;
  uname(&names);
  EXPECT_EQ(witness["kernel"]["release"], names.release);
  EXPECT_EQ(witness["kernel"]["version"], names.version);
  EXPECT_EQ(witness["hostname"], names.nodename);
  EXPECT_EQ(witness["architecture"], probe_under_test().architecture);
  EXPECT_EQ(witness["user_namespace"].get<std::string>().find("  "), std::string::npos);
  const Reading clock = read_text_file("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  if (clock.readable) {
    EXPECT_EQ(witness["clocksource"], trimmed(clock.text));
  } else {
    EXPECT_EQ(witness["unreadable"]["clocksource"], clock.reason);
  }
}

TEST(ProbeWitness, OsReleaseIsTheFilesOwn) {
  const Json witness = witness_of_probe();
  const Reading file = read_text_file("/etc/os-release");
  if (!file.readable) {
    EXPECT_EQ(witness["unreadable"]["os_release"], file.reason);
    EXPECT_EQ(witness["unreadable"]["os_release_sha256"], file.reason);
    return;
  }
  EXPECT_EQ(witness["os_release_sha256"], sha256(file.text));
  EXPECT_EQ(witness.value("os_release", ""), pretty_name(file.text));
}

TEST(ProbeWitness, AffinityIsWhatTheProcessWasGiven) {
  cpu_set_t all;
  ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
  int first = 0;
  while (!CPU_ISSET(first, &all)) ++first;
  const Json witness = witness_of_probe([first] {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    sched_setaffinity(0, sizeof one, &one);
  });
  EXPECT_EQ(witness["affinity"], Json::array({first}));
  EXPECT_EQ(witness["cpus_allowed_list"], std::to_string(first));
}

TEST(ProbeWitness, LimitsAreTheProcessesOwn) {
  const Json witness = witness_of_probe([] {
    const rlimit files{100, 200};
    setrlimit(RLIMIT_NOFILE, &files);
    rlimit core{0, 0};
    setrlimit(RLIMIT_CORE, &core);
  });
  EXPECT_EQ(witness["limits"]["nofile"], Json::parse(R"({"soft":100,"hard":200})"));
  EXPECT_EQ(witness["limits"]["core"], Json::parse(R"({"soft":0,"hard":0})"));
  EXPECT_EQ(witness["limits"].size(), 16u);
}

TEST(ProbeWitness, EnvironmentMayHoldAnything) {
  const Json witness = witness_of_probe([] {
    clearenv();
    setenv("PLAIN", "a=b", 1);
    setenv("NOT_UTF8", "\xff\xfe", 1);
  });
  EXPECT_EQ(witness["environment"]["PLAIN"], "a=b");
  EXPECT_EQ(witness["environment"]["NOT_UTF8"], "\xEF\xBF\xBD\xEF\xBF\xBD");  // U+FFFD, twice
  EXPECT_EQ(witness["environment"].size(), 2u);
}

TEST(ProbeWitness, VdsoLinesAreLinesOfMaps) {
  const Json witness = witness_of_probe();
  if (probe_under_test().is_emulated()) {
    // It may show no vDSO, or one of its own; whatever it shows is a line with that name.
    for (const auto& one : witness["vdso"].items()) {
      EXPECT_NE(one.value().get<std::string>().find("[" + one.key() + "]"), std::string::npos) << one.value();
    }
    return;
  }
  if (parse_vdso_lines(read_text_file("/proc/self/maps").text).count("vdso") == 0) GTEST_SKIP() << "no vDSO here";
  EXPECT_NE(witness["vdso"]["vdso"].get<std::string>().find("r-xp"), std::string::npos);
  EXPECT_NE(witness["vdso"]["vvar"].get<std::string>().find("r--p"), std::string::npos);
}

TEST(ProbeWitness, BuildIdIsInTheProgramsNotes) {
  const std::string hexadecimal = witness_of_probe()["build_id"];
  ASSERT_EQ(hexadecimal.size(), 40u);  // SHA-1
  std::string bytes("GNU\0", 4);
  for (std::size_t i = 0; i < hexadecimal.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(hexadecimal.substr(i, 2), nullptr, 16));
  }
  EXPECT_NE(bytes_of_probe().find(bytes), std::string::npos);
}

TEST(ProbeWitness, TheProgramIsStatic) {
  const std::string program = bytes_of_probe();
  ASSERT_GE(program.size(), sizeof(Elf64_Ehdr));
  const auto* header = reinterpret_cast<const Elf64_Ehdr*>(program.data());
  const auto* segments = reinterpret_cast<const Elf64_Phdr*>(program.data() + header->e_phoff);
  EXPECT_GT(header->e_phnum, 0);
  for (int i = 0; i < header->e_phnum; ++i) EXPECT_NE(segments[i].p_type, static_cast<unsigned>(PT_INTERP));
}

TEST(ProbeWitness, EachKeyIsSeenOrHasAReason) {
  const Json witness = witness_of_probe();
  for (const char* key : {"pid",
                          "hostname",
                          "probe",
                          "build_id",
                          "architecture",
                          "compiler",
                          "libc",
                          "seccomp",
                          "no_new_privs",
                          "capabilities",
                          "speculation_store_bypass",
                          "cpus_allowed_list",
                          "affinity",
                          "cgroup",
                          "vdso",
                          "clocksource",
                          "kernel",
                          "vulnerabilities",
                          "user_namespace",
                          "root_read_only",
                          "os_release",
                          "os_release_sha256",
                          "limits",
                          "environment",
                          "steal_ticks",
                          "fingerprint",
                          "unreadable"}) {
    EXPECT_TRUE(witness.count(key) != 0 || witness["unreadable"].count(key) != 0) << key;
  }
  EXPECT_EQ(witness.count("token"), 0u);
}

TEST(ProbeWitness, AFolderThatCannotBeOpenedHasAReason) {
  const Json witness = witness_of_probe([] {
    constexpr std::uint32_t as_opendir = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_DIRECTORY;
    answer_call_with(SYS_openat, 0, as_opendir, refuse_with(EMFILE));
  });
  EXPECT_EQ(witness.count("vulnerabilities"), 0u);
  EXPECT_EQ(witness["unreadable"]["vulnerabilities"],
            "opendir /sys/devices/system/cpu/vulnerabilities: EMFILE (Too many open files)");
  EXPECT_EQ(witness.count("kernel"), 1u);
}

TEST(ProbeWitness, WhatCannotBeReadHasAReason) {
  if (probe_under_test().is_emulated()) GTEST_SKIP() << "the emulator itself needs descriptors";
  const Json witness = witness_of_probe([] {
    const rlimit none{3, 3};
    setrlimit(RLIMIT_NOFILE, &none);
  });
  EXPECT_EQ(witness.count("clocksource"), 0u);
  EXPECT_EQ(witness["unreadable"]["clocksource"],
            "open /sys/devices/system/clocksource/clocksource0/current_clocksource: Too many open files");
  for (const char* key : {"seccomp.mode", "capabilities.effective", "cgroup", "vdso", "vulnerabilities", "os_release",
                          "os_release_sha256", "steal_ticks"}) {
    EXPECT_EQ(witness["unreadable"].count(key), 1u) << key;
  }
  EXPECT_EQ(witness.count("seccomp"), 0u);
}

}  // namespace
}  // namespace probe
