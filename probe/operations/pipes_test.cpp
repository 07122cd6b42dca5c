// The ping-pong operations and --ends, through the protocol: what counts is what the built program does.
#include <dirent.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <memory>

#include "kernel/proc.hpp"
#include "kernel/text_file.hpp"
#include "operation.hpp"
#include "placement.hpp"
#include "testing/run.hpp"
#include "testing/seccomp_filter.hpp"

namespace probe {
namespace {

const char* const ping_pongs[] = {"pipe_pingpong", "pipe_pingpong_threads"};

std::string measure(const std::string& operation, int iterations = 100) {
  return to_line({{"do", "measure"}, {"operation", operation}, {"iterations", iterations}});
}

std::string count(const std::string& operation, int calls) {
  return to_line({{"do", "count"}, {"operation", operation}, {"calls", calls}});
}

std::vector<int> allowed() {
  return cpu_numbers(allowed_cpus());
}

std::vector<std::string> entries_of(const std::string& folder) {
  std::vector<std::string> names;
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(opendir(folder.c_str()), closedir);
  EXPECT_TRUE(entries) << folder;
  while (const dirent* entry = entries ? readdir(entries.get()) : nullptr) {
    if (entry->d_name[0] != '.') names.emplace_back(entry->d_name);
  }
  return names;
}

std::string status_field(const std::string& process, const std::string& field) {
  return parse_status(read_text_file("/proc/" + process + "/status").text)[field];
}

/// A probe that serves and has said that it is ready.
class Serving {
 public:
  explicit Serving(const std::vector<std::string>& options = {}, const std::function<void()>& in_child = {})
      : probe_({with_serve(options), in_child, 0}), ready_(probe_.receive()) {}

  Json ask(const std::string& line) { return probe_.ask(line); }
  Json witness() { return ask(R"({"do":"witness"})")["witness"]; }
  const Json& ready() const { return ready_; }
  RunningProbe& probe() { return probe_; }
  std::string folder() const { return "/proc/" + to_line(ready_["witness"]["pid"]); }

  /// The ids of its children.
  std::vector<std::string> children() const {
    std::vector<std::string> found;
    for (const std::string& process : entries_of("/proc")) {
      if (process.find_first_not_of("0123456789") != std::string::npos) continue;
      if (status_field(process, "PPid") == to_line(ready_["witness"]["pid"])) found.push_back(process);
    }
    return found;
  }

 private:
  static std::vector<std::string> with_serve(std::vector<std::string> options) {
    options.insert(options.begin(), "serve");
    return options;
  }

  RunningProbe probe_;
  Json ready_;
};

std::vector<std::string> ends_option(int initiator, int other) {
  return {"--ends", std::to_string(initiator) + "," + std::to_string(other)};
}

long switches(const Json& usage) {
  return usage["nvcsw"].get<long>() + usage["nivcsw"].get<long>();
}

TEST(ProbePipes, OnlyAPingPongHasAnotherEnd) {
  Serving serving;
  for (const std::string& name : operation_names()) {
    const Json event = serving.ask(measure(name, 10));
    const bool expected = std::count(std::begin(ping_pongs), std::end(ping_pongs), name) != 0;
    EXPECT_EQ(event.count("other") != 0, expected) << event;
  }
}

TEST(ProbePipes, BothEndsRunWhereTheyAreTold) {
  const std::vector<int> cpus = allowed();
  for (const int initiator : {cpus.front(), cpus.back()}) {
    for (const int other : {cpus.front(), cpus.back()}) {
      Serving serving(ends_option(initiator, other));
      for (const char* name : ping_pongs) {
        for (int batch = 0; batch < 2; ++batch) {
          const Json event = serving.ask(measure(name));
          EXPECT_EQ(event["cpu"], Json({initiator, initiator})) << event;
          EXPECT_EQ(event["other"]["cpu"], Json({other, other})) << event;
        }
      }
      EXPECT_EQ(serving.ask(measure("getpid"))["cpu"], Json({initiator, initiator}));
    }
  }
}

// A count of what the scheduler did, not a time. Which of the two kinds a switch is, is left open: see pipes.cpp.
TEST(ProbePipes, OnOneCpuEachEndIsSwitchedAwayOnceARound) {
  constexpr int rounds = 20000;
  const int cpu = allowed().front();
  Serving serving(ends_option(cpu, cpu));
  for (const char* name : ping_pongs) {
    const Json event = serving.ask(measure(name, rounds));
    for (const Json& usage : {event["usage"], event["other"]["usage"]}) {
      EXPECT_GT(switches(usage), rounds / 2) << event;
      EXPECT_LT(switches(usage), rounds + rounds / 2) << event;
    }
  }
}

TEST(ProbePipes, AnOwnPipeIsNeverWaitedFor) {
  const int cpu = allowed().front();
  Serving serving(ends_option(cpu, cpu));
  EXPECT_EQ(serving.ask(measure("pipe_self", 20000))["usage"]["nvcsw"], 0);
}

TEST(ProbePipes, ARoundIsOneWriteAndOneReadOfTheInitiator) {
  Serving serving;
  for (const char* name : {"pipe_pingpong", "pipe_pingpong_threads", "pipe_self"}) {
    for (int again = 0; again < 2; ++again) {
      EXPECT_EQ(serving.ask(count(name, 1000))["syscalls"], Json({{"read", 1000}, {"write", 1000}})) << name;
      EXPECT_EQ(serving.ask(measure(name))["event"], "measured") << "after counting, " << name;
    }
  }
}

// The other process.

TEST(ProbePipes, TheOtherProcessHoldsNothingButItsEnds) {
  Serving serving;
  for (const char* name : {"write_dev_null", "read_byte", "pipe_self", "pipe_pingpong_threads", "pipe_pingpong"}) {
    EXPECT_EQ(serving.ask(measure(name))["event"], "measured");
  }
  const std::vector<std::string> children = serving.children();
  ASSERT_EQ(children.size(), 1u);
  EXPECT_EQ(entries_of("/proc/" + children[0] + "/fd").size(), 2u);
}

TEST(ProbePipes, TheOtherProcessIsReapedWhenTheProbeQuits) {
  for (const bool told : {true, false}) {
    Serving serving;
    serving.ask(measure("pipe_pingpong"));
    const std::vector<std::string> children = serving.children();
    ASSERT_EQ(children.size(), 1u);
    if (told) serving.probe().send(R"({"do":"quit"})");
    if (!told) serving.probe().close_input();
    EXPECT_EQ(serving.probe().wait().exit_status, 0);
    EXPECT_EQ(kill(std::stoi(children[0]), 0), -1);
    EXPECT_EQ(errno, ESRCH);
  }
}

TEST(ProbePipes, TheOtherProcessEndsWhenTheProbeIsKilled) {
  ASSERT_EQ(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);  // its orphans become this process's children, who can wait for them
  for (const int signal : {SIGKILL, SIGTERM}) {
    Serving serving;
    serving.ask(measure("pipe_pingpong"));
    const std::vector<std::string> children = serving.children();
    ASSERT_EQ(children.size(), 1u);
    serving.probe().send_signal(signal);
    serving.probe().wait();
    const pid_t orphan = std::stoi(children[0]);
    EXPECT_EQ(waitpid(orphan, nullptr, 0), orphan);
  }
  prctl(PR_SET_CHILD_SUBREAPER, 0);
}

TEST(ProbePipes, WithoutTheOtherProcessThereIsNoNumber) {
  Serving serving;
  serving.ask(measure("pipe_pingpong"));
  const std::vector<std::string> children = serving.children();
  ASSERT_EQ(children.size(), 1u);
  kill(std::stoi(children[0]), SIGKILL);
  const Json event = serving.ask(measure("pipe_pingpong"));
  EXPECT_EQ(event["event"], "error") << event;
  EXPECT_EQ(serving.ask(measure("getpid"))["event"], "measured");
}

// The other thread.

TEST(ProbePipes, TheOtherThreadLivesForABatchOnly) {
  Serving serving;
  EXPECT_EQ(serving.ask(measure("pipe_pingpong_threads"))["event"], "measured");
  EXPECT_EQ(entries_of(serving.folder() + "/task").size(), 1u);
  EXPECT_EQ(serving.ask(count("pipe_pingpong_threads", 10))["event"], "counted");
  EXPECT_EQ(entries_of(serving.folder() + "/task").size(), 1u);
  EXPECT_TRUE(serving.children().empty());
}

TEST(ProbePipes, TheOtherThreadLeavesNothingBehind) {
  Serving serving;
  serving.ask(measure("pipe_pingpong_threads"));
  const std::size_t descriptors = entries_of(serving.folder() + "/fd").size();
  const std::size_t maps = lines_of(read_text_file(serving.folder() + "/maps").text).size();
  for (int batch = 0; batch < 20; ++batch) serving.ask(measure("pipe_pingpong_threads"));
  EXPECT_EQ(entries_of(serving.folder() + "/fd").size(), descriptors);
  EXPECT_LE(lines_of(read_text_file(serving.folder() + "/maps").text).size(), maps + 1) << "the heap may have grown";
}

// What fails is named, and nobody waits for ever.

TEST(ProbePipes, AFailingWriteIsNamed) {
  Serving serving({}, [] { answer_call_from(SYS_write, 3, refuse_with(EIO)); });  // stdout may be written
  EXPECT_EQ(serving.ask(measure("pipe_self"))["message"],
            "write(pipe, 1 byte) or read(pipe, 1 byte): EIO (Input/output error)");
  for (const char* name : ping_pongs) {
    EXPECT_EQ(serving.ask(measure(name))["message"], "write to the other end's pipe: EIO (Input/output error)");
  }
}

TEST(ProbePipes, AFailingReadIsNamed) {
  Serving serving({}, [] { answer_call_from(SYS_read, 3, refuse_with(EIO)); });
  EXPECT_EQ(serving.ask(measure("pipe_self"))["message"],
            "write(pipe, 1 byte) or read(pipe, 1 byte): EIO (Input/output error)");
  for (const char* name : ping_pongs) EXPECT_EQ(serving.ask(measure(name))["event"], "error") << name;
}

TEST(ProbePipes, AnEndThatCannotReportIsNamed) {
  Serving serving({}, [] { answer_call(SYS_getrusage, refuse_with(EPERM)); });
  for (const char* name : ping_pongs) {
    EXPECT_EQ(serving.ask(measure(name))["message"], "getrusage of the other end: EPERM (Operation not permitted)");
  }
}

// --ends

TEST(ProbeEnds, ACpuThatIsNotAllowedIsNamed) {
  const int cpu = allowed().front();
  const std::string problem = "sched_setaffinity to CPU 99999, which must exist and be allowed here: EINVAL";
  Serving far_initiator(ends_option(99999, cpu));
  for (const char* name : {"getpid", "pipe_pingpong", "pipe_pingpong_threads"}) {
    EXPECT_EQ(far_initiator.ask(measure(name)).value("message", "").find(problem), 0u) << name;
    EXPECT_EQ(far_initiator.ask(count(name, 10)).value("message", "").find(problem), 0u) << name;
  }
  Serving far_other(ends_option(cpu, 99999));
  for (const char* name : ping_pongs) {
    EXPECT_EQ(far_other.ask(measure(name)).value("message", "").find(problem), 0u) << name;
  }
  EXPECT_EQ(far_other.ask(measure("getpid"))["cpu"], Json({cpu, cpu})) << "which has no other end";
}

TEST(ProbeEnds, TheWitnessSaysThemAndStaysUnpinned) {
  const int cpu = allowed().front();
  Serving serving(ends_option(cpu, cpu));
  EXPECT_EQ(serving.ready()["witness"]["ends"], Json({cpu, cpu}));
  for (int again = 0; again < 2; ++again) {
    EXPECT_EQ(serving.ask(measure("pipe_pingpong"))["cpu"], Json({cpu, cpu}));
    const Json witness = serving.witness();
    EXPECT_EQ(witness["ends"], Json({cpu, cpu}));
    EXPECT_EQ(witness["affinity"], Json(allowed()));
    EXPECT_EQ(witness["affinity"], serving.ready()["witness"]["affinity"]);
    EXPECT_EQ(witness["cpus_allowed_list"], serving.ready()["witness"]["cpus_allowed_list"]);
  }
}

TEST(ProbeEnds, TheWitnessKeepsWhatTheProbeWasStartedWith) {
  const std::vector<int> cpus = allowed();
  if (cpus.size() < 2) GTEST_SKIP() << "needs two CPUs";
  Serving serving(ends_option(cpus[0], cpus[0]), [&cpus] { pin(0, cpus[1]); });
  EXPECT_EQ(serving.ready()["witness"]["affinity"], Json({cpus[1]}));
  EXPECT_EQ(serving.ask(measure("getpid"))["cpu"], Json({cpus[0], cpus[0]}));
  EXPECT_EQ(serving.witness()["affinity"], Json({cpus[1]}));
}

TEST(ProbeEnds, WithoutThemNothingIsPinned) {
  Serving serving;
  EXPECT_EQ(serving.ready()["witness"].count("ends"), 0u);
  for (const char* name : ping_pongs) EXPECT_EQ(serving.ask(measure(name))["event"], "measured");
  EXPECT_EQ(serving.witness().count("ends"), 0u);
  const std::string list = status_field("self", "Cpus_allowed_list");
  EXPECT_EQ(status_field(to_line(serving.ready()["witness"]["pid"]), "Cpus_allowed_list"), list);
  const std::vector<std::string> children = serving.children();
  ASSERT_EQ(children.size(), 1u);
  EXPECT_EQ(status_field(children[0], "Cpus_allowed_list"), list);
}

}  // namespace
}  // namespace probe
