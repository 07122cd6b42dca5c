#include "cli/interruption.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>

namespace orchestrate {
namespace {

/// The exit status of a process of its own, as a signal's traces stay; 128 + the signal that ended it.
int status_of(const std::function<int()>& act) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(act());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

constexpr std::chrono::hours as_good_as_for_ever{24};

TEST(Interruption, ASleepIsNotBegunAfterASignal) {
  EXPECT_EQ(status_of([] {
              ask_before_interrupting();
              ::raise(SIGINT);
              sleep_until_readable(FileDescriptor(), as_good_as_for_ever);
              return interruption_wanted() ? 7 : 1;
            }),
            7);
}

TEST(Interruption, ASignalEndsASleepWheneverItComes) {
  EXPECT_EQ(status_of([] {
              ask_before_interrupting();
              const pid_t sleeper = ::getpid();
              if (::fork() == 0) ::_exit(::kill(sleeper, SIGTERM));
              sleep_until_readable(FileDescriptor(), as_good_as_for_ever);
              return interruption_wanted() ? 7 : 1;
            }),
            7);
}

TEST(Interruption, SomethingToReadEndsASleepWithoutOne) {
  EXPECT_EQ(status_of([] {
              ask_before_interrupting();
              int ends[2];
              if (::pipe(ends) != 0 || ::write(ends[1], "x", 1) != 1) return 1;
              sleep_until_readable(FileDescriptor(ends[0]), as_good_as_for_ever);
              return interruption_wanted() ? 1 : 7;
            }),
            7);
}

TEST(Interruption, ASecondSignalEndsTheProgram) {
  EXPECT_EQ(status_of([] {
              ask_before_interrupting();
              ::raise(SIGTERM);
              ::raise(SIGTERM);
              return 1;
            }),
            128 + SIGTERM);
}

}  // namespace
}  // namespace orchestrate
