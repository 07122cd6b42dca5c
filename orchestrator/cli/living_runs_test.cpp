#include "cli/living_runs.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <optional>

#include "support/files.hpp"

namespace orchestrate {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Waiting that no test should come to.
bool never(const std::vector<std::string>&, const FileDescriptor&) {
  ADD_FAILURE() << "nobody is there to wait for";
  return false;
}

TEST(LivingRuns, SeeOneAnotherAndNotThemselves) {
  const TemporaryFolder folder;
  LivingRuns first(folder.path());
  first.enter("the first");
  EXPECT_THAT(first.others(), IsEmpty());
  {
    LivingRuns second(folder.path());
    EXPECT_THAT(second.others(), ElementsAre("the first")) << "before it measures itself";
    second.enter("the second");
    EXPECT_THAT(second.others(), ElementsAre("the first"));
    EXPECT_THAT(first.others(), ElementsAre("the second"));
  }
  EXPECT_THAT(first.others(), IsEmpty());
}

/// A process that measures until it is killed.
pid_t measuring_process(const std::filesystem::path& folder) {
  int ready[2];
  if (::pipe2(ready, O_CLOEXEC) != 0) return -1;
  const pid_t child = ::fork();
  if (child == 0) {
    LivingRuns dying(folder);
    dying.enter("the dying");
    if (::write(ready[1], "x", 1) != 1) ::_exit(1);
    for (;;) ::pause();
  }
  char byte = 0;
  const bool entered = ::read(ready[0], &byte, 1) == 1;
  ::close(ready[0]);
  ::close(ready[1]);
  return entered ? child : -1;
}

TEST(LivingRuns, AKilledOneIsGone) {
  const TemporaryFolder folder;
  const pid_t child = measuring_process(folder.path());
  ASSERT_GT(child, 0);
  const LivingRuns living(folder.path());
  EXPECT_THAT(living.others(), ElementsAre("the dying"));
  ::kill(child, SIGKILL);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  EXPECT_THAT(living.others(), IsEmpty());
  EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "what it left is removed";
}

TEST(LivingRuns, WhoWantsToBeAloneWaitsForTheOthers) {
  const TemporaryFolder folder;
  std::optional<LivingRuns> first(std::in_place, folder.path());
  first->enter("the first");
  LivingRuns second(folder.path());
  std::vector<std::string> told;
  EXPECT_TRUE(second.enter_alone("the second", [&](const std::vector<std::string>& others, const auto&) {
    told = others;
    first.reset();
    return true;
  }));
  EXPECT_THAT(told, ElementsAre("the first"));
  EXPECT_THAT(LivingRuns(folder.path()).others(), ElementsAre("the second"));
}

TEST(LivingRuns, WhoWaitsIsWokenByAnEndOfWhateverKind) {
  const TemporaryFolder folder;
  const pid_t child = measuring_process(folder.path());
  ASSERT_GT(child, 0);
  LivingRuns waiting(folder.path());
  int woken = 0;
  EXPECT_TRUE(waiting.enter_alone("the waiting", [&](const auto&, const FileDescriptor& ended) {
    struct pollfd changes {
      ended.number(), POLLIN, 0
    };
    EXPECT_EQ(::poll(&changes, 1, 0), 0) << "nothing has ended, and looking wakes nobody";
    ::kill(child, SIGKILL);
    EXPECT_EQ(::poll(&changes, 1, -1), 1);
    // What was killed has let go of its files when it can be waited for.
    EXPECT_EQ(::waitpid(child, nullptr, 0), child);
    ++woken;
    return true;
  }));
  EXPECT_EQ(woken, 1);
}

TEST(LivingRuns, WaitingCanBeGivenUp) {
  const TemporaryFolder folder;
  LivingRuns first(folder.path());
  first.enter("the first");
  LivingRuns second(folder.path());
  EXPECT_FALSE(second.enter_alone("the second", [](const auto&, const auto&) { return false; }));
  EXPECT_THAT(first.others(), IsEmpty()) << "who waits does not measure";
}

TEST(LivingRuns, OfTwoThatWaitOneGoesFirst) {
  const TemporaryFolder folder;
  std::optional<LivingRuns> measuring(std::in_place, folder.path());
  measuring->enter("the one that measures");
  LivingRuns first(folder.path());
  LivingRuns second(folder.path());
  bool second_gave_up = false;
  EXPECT_TRUE(first.enter_alone("the first", [&](const auto&, const auto&) {
    measuring.reset();
    // The first has its turn already: a second one does not overtake it.
    second_gave_up = !second.enter_alone("the second", [](const auto&, const auto&) { return false; });
    return true;
  }));
  EXPECT_TRUE(second_gave_up);
}

TEST(LivingRuns, FilesThatNobodyHoldsAndLinksAreNoRuns) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "dead.run") << "dead";
  std::filesystem::create_symlink("/etc/passwd", folder.path() / "link.run");
  LivingRuns run(folder.path());
  EXPECT_TRUE(run.enter_alone("alone", never));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "dead.run"));
}

TEST(LivingRuns, WithoutAFolderNobodyIsSeen) {
  LivingRuns run{std::filesystem::path()};
  run.enter("x");
  EXPECT_THAT(run.others(), IsEmpty());
}

}  // namespace
}  // namespace orchestrate
