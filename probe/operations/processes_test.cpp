#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include <cerrno>

#include "testing/run.hpp"
#include "testing/seccomp_filter.hpp"

namespace probe {
namespace {

const char* const measure_starts = R"({"do":"measure","operation":"static_start","iterations":20})";

TEST(ProbeStart, NothingIsWhatItSays) {
  const Finished finished = run_probe({"nothing"});
  EXPECT_EQ(finished.ending.exit_status, 0);
  EXPECT_EQ(finished.output + finished.errors, "");
}

TEST(ProbeStart, EveryStartIsWaitedFor) {
  RunningProbe serving({{"serve"}, {}, 0});
  serving.receive();
  const Json event = serving.ask(measure_starts);
  EXPECT_EQ(event["event"], "measured") << event;
  const Json& usage = event["usage"];
  EXPECT_GE(usage["nvcsw"].get<long>() + usage["nivcsw"].get<long>(), 20) << "nobody waited while the program began";
}

TEST(ProbeStart, AProgramThatCannotBeStartedIsNotANumber) {
  const auto large_environment = [] {
    setenv("FIRST", std::string(100000, 'x').c_str(), 1);
    setenv("SECOND", std::string(100000, 'x').c_str(), 1);
  };
  RunningProbe serving({{"serve"}, large_environment, 0});
  const Json ready = serving.receive();
  EXPECT_EQ(serving.ask(measure_starts)["event"], "measured");
  const rlimit small_stack{1 << 16, 1 << 16};  // of which a quarter may be words and environment, or else 128 KiB
  ASSERT_EQ(prlimit(ready["witness"]["pid"].get<pid_t>(), RLIMIT_STACK, &small_stack, nullptr), 0);
  EXPECT_EQ(serving.ask(measure_starts)["message"],
            "vfork(), execve(/proc/self/exe) or waitpid(): E2BIG (Argument list too long)");
}

TEST(ProbeStart, AFailingWaitIsNotANumber) {
  RunningProbe serving({{"serve"}, [] { answer_call(SYS_wait4, refuse_with(EIO)); }, 0});
  serving.receive();
  EXPECT_EQ(serving.ask(measure_starts)["message"],
            "vfork(), execve(/proc/self/exe) or waitpid(): EIO (Input/output error)");
}

}  // namespace
}  // namespace probe
