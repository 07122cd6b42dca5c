#include "support/interruption.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>

#include "support/process.hpp"

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

TEST(Interruption, TheFirstSignalLeavesTimeAndTheSecondDoesNot) {
  EXPECT_EQ(status_of([] {
              ask_before_interrupting();
              ::raise(SIGTERM);
              if (interruption_is_urgent()) return 1;
              ::raise(SIGINT);
              return interruption_is_urgent() ? 7 : 2;
            }),
            7);
}

TEST(Interruption, TimeToFinishEnds) {
  EXPECT_EQ(status_of([] {
              ask_before_interrupting();
              ::raise(SIGTERM);
              ::raise(SIGALRM);
              return interruption_is_urgent() ? 7 : 1;
            }),
            7);
}

TEST(Interruption, AThirdSignalEndsTheProgram) {
  EXPECT_EQ(status_of([] {
              ask_before_interrupting();
              for (int i = 0; i < 3; ++i) ::raise(SIGTERM);
              return 1;
            }),
            128 + SIGTERM);
}

TEST(Interruption, WhatWaitsForAProgramIsEndedWhenItIsUrgentAndNotBefore) {
  EXPECT_EQ(status_of([] {
              ask_before_interrupting();
              Process silent({"/bin/sh", "-c", "kill -TERM $PPID; kill -TERM $PPID; exec sleep 1000"});
              try {
                silent.read_line(within(as_good_as_for_ever));
              } catch (const Interrupted&) {
                return 7;
              }
              return 1;
            }),
            7);
}

TEST(Interruption, WhatIsRemovedIsWaitedFor) {
  EXPECT_EQ(status_of([] {
              ask_before_interrupting();
              for (int i = 0; i < 2; ++i) ::raise(SIGTERM);
              const Uninterrupted scope;
              return run_to_end({"/bin/sh", "-c", "exit 7"}, as_good_as_for_ever).state.code.value_or(1);
            }),
            7);
}

}  // namespace
}  // namespace orchestrate
