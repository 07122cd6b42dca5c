// The experiments that re-measure an article, each on the real engine: every sentence gets a verdict and holds here.

#include <gmock/gmock.h>

#include <iostream>

#include "e2e/program.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;

class Articles : public RealEngine {
 protected:
  /// The summary of a run of which every claim must hold.
  json reproduced(const std::string& name) const {
    const Outcome outcome = run(project_file("experiments/" + name + ".yaml"));
    std::cout << outcome.output;
    EXPECT_EQ(outcome.state.code, 0) << outcome.errors;
    json found = summary(name);
    for (const json& claim : found.at("claims")) EXPECT_EQ(claim.at("verdict"), "holds") << claim;
    return found;
  }
};

/// How many system calls 1000 calls of an operation made.
std::int64_t system_calls(const json& summary, const std::string& operation) {
  std::int64_t all = 0;
  for (const json& one : summary.at("operations")) {
    if (one.at("operation") != operation || one.at("condition").at("seccomp") != "default") continue;
    for (const auto& [name, times] : one.at("system_calls").at("by_name").items()) all += times.get<std::int64_t>();
  }
  return all;
}

TEST_F(Articles, SyscallCost) {
  const json found = reproduced("syscall-cost");
  EXPECT_EQ(found.at("claims").size(), 9U);
  EXPECT_EQ(system_calls(found, "getpid"), 1000) << "libc caches no pid";
  EXPECT_EQ(system_calls(found, "clock_monotonic"), 0);
  EXPECT_EQ(system_calls(found, "read_byte"), 1000);
  EXPECT_LE(system_calls(found, "read_buffered"), 1);
}

TEST_F(Articles, Clocks) {
  const json found = reproduced("clocks");
  EXPECT_EQ(found.at("claims").size(), 6U);
  for (const char* free :
       {"monotonic", "monotonic_raw", "monotonic_coarse", "realtime", "realtime_coarse", "boottime", "tai"}) {
    EXPECT_EQ(system_calls(found, std::string("clock_") + free), 0) << free;
    EXPECT_EQ(system_calls(found, std::string("clock_") + free + "_syscall"), 1000) << free;
  }
  for (const char* dear : {"process_cputime", "thread_cputime"}) {
    EXPECT_EQ(system_calls(found, std::string("clock_") + dear), 1000) << dear;
  }
}

}  // namespace
}  // namespace orchestrate
