#include "support/process.hpp"

#include <gtest/gtest.h>

#include <csignal>

#include "support/failure.hpp"

namespace orchestrate {
namespace {

using namespace std::chrono_literals;

TEST(Process, ArgumentsReachTheProgramAsTheyAre) {
  const Outcome outcome =
      run_to_end({find_program("printf"), "[%s]", "--security-opt seccomp=unconfined", "a'b", "", "$HOME"}, 10s);
  EXPECT_TRUE(outcome.state.succeeded());
  EXPECT_EQ(outcome.output, "[--security-opt seccomp=unconfined][a'b][][$HOME]");
}

TEST(Process, TellsAnExitStatusFromASignal) {
  EXPECT_EQ(run_to_end({"/bin/sh", "-c", "exit 9"}, 10s).state.code, 9);
  const ExitState killed = run_to_end({"/bin/sh", "-c", "kill -9 $$"}, 10s).state;
  EXPECT_EQ(killed.signal, 9);
  EXPECT_EQ(killed.code, std::nullopt);
  EXPECT_EQ(to_text(killed), "signal 9 (Killed)");
}

TEST(Process, ReadsBothStreamsAtOnce) {
  // More than a pipe holds on each: reading one after the other would never end.
  const Outcome outcome = run_to_end({"/bin/sh", "-c", "yes | head -c 300000 >&2; yes | head -c 300000"}, 20s);
  EXPECT_TRUE(outcome.state.succeeded());
  EXPECT_EQ(outcome.output.size(), 300000U);
  EXPECT_EQ(outcome.errors.size(), 300000U);
}

TEST(Process, ShowsStandardErrorAsItComes) {
  Process shell({"/bin/sh", "-c", "printf 'half a ' >&2; read -r _; echo line >&2"});
  std::string seen;
  shell.watch_errors([&](std::string_view piece) { seen += piece; });
  // It waits for a line: what it has said until then must have been shown, and nothing else can have been.
  while (seen.size() < 7) ASSERT_FALSE(shell.wait(within(10ms)));
  EXPECT_EQ(seen, "half a ");
  shell.write_line("", within(10s));
  EXPECT_EQ(shell.wait(within(10s))->code, 0);
  EXPECT_EQ(seen, "half a line\n");
  EXPECT_EQ(shell.errors(), seen);
}

TEST(Process, KillsAtTheLimitWithAllItsChildren) {
  const Outcome outcome = run_to_end({"/bin/sh", "-c", "cat /dev/zero >/dev/null & wait"}, 100ms);
  EXPECT_TRUE(outcome.timed_out);
}

TEST(Process, ReadsNoMoreThanAnybodyNeeds) {
  const Outcome outcome = run_to_end({"/bin/sh", "-c", "cat /dev/zero"}, 60s);
  EXPECT_TRUE(outcome.flooded);
  EXPECT_FALSE(outcome.timed_out);
  EXPECT_FALSE(outcome.state.succeeded());
  EXPECT_LT(outcome.output.size(), std::size_t{65} << 20U);
}

TEST(Process, ReadsALongAnswerToItsEnd) {
  const Outcome outcome = run_to_end({"/bin/sh", "-c", "head -c 20000000 /dev/zero"}, 60s);
  EXPECT_TRUE(outcome.state.succeeded());
  EXPECT_EQ(outcome.output.size(), 20'000'000U);
}

TEST(Process, AGrandchildThatKeepsThePipeDoesNotBlock) {
  const Outcome outcome = run_to_end({"/bin/sh", "-c", "sleep 30 & echo done; exit 3"}, 10s);
  EXPECT_EQ(outcome.state.code, 3);
  EXPECT_EQ(outcome.output, "done\n");
}

TEST(Process, SpeaksLineByLine) {
  Process cat({find_program("cat")});
  ASSERT_TRUE(cat.write_line("one", within(10s)));
  EXPECT_EQ(cat.read_line(within(10s)).line, "one");
  ASSERT_TRUE(cat.write_line("two", within(10s)));
  EXPECT_EQ(cat.read_line(within(10s)).line, "two");
  cat.close_input();
  EXPECT_EQ(cat.read_line(within(10s)).kind, Process::Read::Kind::end);
  EXPECT_EQ(cat.wait(within(10s))->code, 0);
}

TEST(Process, ASiblingDoesNotKeepAPipeOpen) {
  Process first({find_program("cat")});
  const Process second({find_program("cat")});
  first.close_input();
  EXPECT_EQ(first.read_line(within(10s)).kind, Process::Read::Kind::end);
}

TEST(Process, SaysThatNothingCame) {
  Process cat({find_program("cat")});
  EXPECT_EQ(cat.read_line(within(10ms)).kind, Process::Read::Kind::timed_out);
  EXPECT_FALSE(cat.wait(within(10ms)).has_value());
}

TEST(Process, ALineWithoutEndIsNotReadForEver) {
  Process yes({"/bin/sh", "-c", "cat /dev/zero"});
  EXPECT_EQ(yes.read_line(within(20s)).kind, Process::Read::Kind::too_long);
}

TEST(Process, WritingToADeadProgramFails) {
  Process dead({find_program("true")});
  ASSERT_TRUE(dead.wait(within(10s)));
  ::signal(SIGPIPE, SIG_IGN);
  EXPECT_FALSE(dead.write_line("hello", within(10s)));
}

TEST(Process, AMissingProgramIsNamed) {
  EXPECT_THROW(find_program("no-such-program-here"), EnvironmentFailure);
  EXPECT_THROW(find_program("./no/such/program"), EnvironmentFailure);
  EXPECT_THROW(Process({"/no/such/program"}), EnvironmentFailure);
}

}  // namespace
}  // namespace orchestrate
