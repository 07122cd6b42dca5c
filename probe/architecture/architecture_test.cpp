// Of whichever architecture this is compiled for: it is built for aarch64 too, and run under an emulator
// (emulation.cmake).
#include "architecture/architecture.hpp"

#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <string>

namespace probe {
namespace {

TEST(ProbeArchitecture, HasUnamesName) {
  utsname names;
  ASSERT_EQ(uname(&names), 0);
  EXPECT_STREQ(architecture_name, names.machine);
}

TEST(ProbeArchitecture, ASystemCallReturnsItsResult) {
  EXPECT_EQ(system_call(SYS_getpid), getpid());
}

TEST(ProbeArchitecture, ASystemCallTakesItsArgumentsInTheirOrder) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const std::string text = "three arguments";
  EXPECT_EQ(system_call(SYS_write, ends[1], reinterpret_cast<long>(text.data()), 5), 5);
  std::string received(text.size(), '\0');
  const long place = reinterpret_cast<long>(&received[0]);
  EXPECT_EQ(system_call(SYS_read, ends[0], place, static_cast<long>(received.size())), 5);
  EXPECT_EQ(received.substr(0, 5), "three");
  close(ends[0]);
  close(ends[1]);
}

TEST(ProbeArchitecture, AFailedSystemCallReturnsTheErrorAndLeavesErrnoAlone) {
  errno = 0;
  EXPECT_EQ(system_call(SYS_close, -1), -EBADF);
  EXPECT_EQ(errno, 0);
}

TEST(ProbeArchitecture, TheTimerCanBeReadAndNeverRunsBackward) {
  ASSERT_STREQ(timer_problem(), "");
  const std::uint64_t first = timer_begin();
  std::uint64_t last = first;
  for (int i = 0; i < 100000; ++i) {
    const std::uint64_t begin = timer_begin();
    const std::uint64_t end = timer_end();
    ASSERT_GE(begin, last);
    ASSERT_GE(end, begin);
    last = end;
  }
  EXPECT_GT(last, first);
}

}  // namespace
}  // namespace probe
