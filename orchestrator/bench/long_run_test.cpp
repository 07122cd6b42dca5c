#include "bench/long_run.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <latch>
#include <map>
#include <thread>
#include <vector>

#include "support/file_descriptor.hpp"

namespace orchestrate::bench {
namespace {

constexpr int rounds = 500;
constexpr int settled = 10;

/// Room for what the rounds are worth is taken before they come, so there is nothing left to grow. The journal's counts
/// have more digits, and a list of the allocator's may lie on another page.
constexpr std::size_t most_growth_bytes = 8 * 4096;

#ifdef ORCHESTRATE_SANITIZED
/// AddressSanitizer keeps what was freed for a while, to find its uses.
constexpr bool memory_tells = false;
#else
constexpr bool memory_tells = true;
#endif

TEST(LongRun, TakesNoMoreDescriptorsThreadsAndMemoryAfter500RoundsThanAfter10) {
  std::map<int, Resources> at;
  long_run(rounds, [&](int round) {
    if (round == settled || round == rounds) at[round] = resources_now();
  });
  ASSERT_EQ(at.size(), 2U) << "the run had all its rounds";
  EXPECT_EQ(at[rounds].descriptors, at[settled].descriptors);
  EXPECT_EQ(at[rounds].threads, at[settled].threads);
  if (memory_tells) {
    EXPECT_LE(at[rounds].resident_bytes, at[settled].resident_bytes + most_growth_bytes);
  }
}

TEST(LongRun, WhatIsHeldIsSeen) {
  const Resources before = resources_now();
  const FileDescriptor descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  const std::vector<char> memory(4 * most_growth_bytes, 'x');
  std::latch seen(1);
  std::thread thread([&] { seen.wait(); });
  const Resources now = resources_now();
  seen.count_down();
  thread.join();
  EXPECT_EQ(now.descriptors, before.descriptors + 1);
  EXPECT_EQ(now.threads, before.threads + 1);
  if (memory_tells) {
    EXPECT_GT(now.resident_bytes, before.resident_bytes + most_growth_bytes);
  }
  EXPECT_EQ(memory.back(), 'x');
}

}  // namespace
}  // namespace orchestrate::bench
