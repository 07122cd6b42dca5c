// The protocol, spoken with the built program through pipes.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>

#include <cerrno>

#include "operation.hpp"
#include "testing/run.hpp"
#include "testing/seccomp_filter.hpp"

namespace probe {
namespace {

std::uint64_t monotonic_ns() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1000000000 + static_cast<std::uint64_t>(now.tv_nsec);
}

std::string to_measure(const std::string& operation, std::uint64_t iterations = 100) {
  return to_line({{"do", "measure"}, {"operation", operation}, {"iterations", iterations}});
}

std::string sample(const std::string& operation, std::uint64_t calls, std::uint64_t every) {
  return to_line({{"do", "sample"}, {"operation", operation}, {"calls", calls}, {"every", every}});
}

/// A probe that serves and has said that it is ready.
class ProbeServe : public testing::Test {
 protected:
  void expect_error(const std::string& line, const std::string& message) {
    const Json event = serving_.ask(line);
    EXPECT_EQ(event["event"], "error") << line;
    EXPECT_NE(event.value("message", "").find(message), std::string::npos) << event;
    EXPECT_EQ(serving_.ask(to_measure("getpid"))["event"], "measured") << "the probe did not go on after " << line;
  }

  RunningProbe serving_{{{"serve", "--token", "round 3"}, {}, 0}};
  Json ready_ = serving_.receive();
};

/// The same under a condition that in_child sets.
Json ask_under(const std::function<void()>& in_child, const std::string& line) {
  RunningProbe serving({{"serve"}, in_child, 0});
  serving.receive();
  return serving.ask(line);
}

TEST_F(ProbeServe, ReadyComesFirst) {
  EXPECT_EQ(ready_["event"], "ready");
  EXPECT_EQ(ready_["protocol"], 1);
  EXPECT_TRUE(ready_["probe"].is_string());
  EXPECT_EQ(ready_["operations"], Json(operation_names()));
  EXPECT_EQ(ready_["witness"]["token"], "round 3");
  EXPECT_EQ(ready_["witness"]["probe"], ready_["probe"]);
}

/// The kernel cannot start a program for another CPU, as the emulated probe asks it to.
bool cannot_be_emulated(const std::string& operation) {
  return probe_under_test().is_emulated() && operation == "static_start";
}

TEST_F(ProbeServe, EveryOperationIsMeasured) {
  for (const std::string& name : operation_names()) {
    const std::uint64_t before_ns = monotonic_ns();
    const Json event = serving_.ask(to_measure(name, 1000));
    if (cannot_be_emulated(name)) {
      EXPECT_EQ(event["event"], "error") << event;
      continue;
    }
    EXPECT_EQ(event["event"], "measured") << event;
    EXPECT_EQ(event["operation"], name);
    EXPECT_EQ(event["iterations"], 1000);
    EXPECT_GE(event["started_ns"].get<std::uint64_t>(), before_ns);
    EXPECT_LE(event["started_ns"].get<std::uint64_t>() + event["elapsed_ns"].get<std::uint64_t>(), monotonic_ns());
    for (const char* count : {"nvcsw", "nivcsw", "minflt"}) EXPECT_GE(event["usage"][count].get<long>(), 0) << count;
    ASSERT_EQ(event["cpu"].size(), 2u);
  }
}

TEST_F(ProbeServe, ABatchMayBeLongerThanTheFile) {
  EXPECT_EQ(serving_.ask(to_measure("read_buffered", 3 << 20))["event"], "measured");
  EXPECT_EQ(serving_.ask(to_measure("read_byte", (1 << 20) + 1))["event"], "measured");
}

TEST_F(ProbeServe, CalibrationGivesACount) {
  for (const std::string& name : operation_names()) {
    if (cannot_be_emulated(name)) continue;
    const Json event = serving_.ask(to_line({{"do", "calibrate"}, {"operation", name}, {"batch_ns", 100000}}));
    EXPECT_EQ(event["event"], "calibrated") << event;
    EXPECT_EQ(event["operation"], name);
    EXPECT_GE(event["iterations"].get<std::uint64_t>(), 1u);
  }
}

TEST_F(ProbeServe, SystemCallsAreCountedWhereTheyCanBe) {
  const Json event = serving_.ask(R"({"do":"count","operation":"getpid","calls":10})");
  EXPECT_EQ(event["event"], "counted");
  EXPECT_EQ(event["calls"], 10);
  if (probe_under_test().is_emulated()) {  // of a process only, in which there is no ptrace
    EXPECT_EQ(event["refusal"], "ptrace(PTRACE_TRACEME) is refused here");
    EXPECT_EQ(event.count("syscalls") + event.count("method"), 0u);
  } else {
    EXPECT_EQ(event["syscalls"], Json({{"getpid", 10}}));
    EXPECT_EQ(event["method"], "ptrace");
    EXPECT_EQ(event.count("refusal"), 0u);
  }
}

TEST_F(ProbeServe, WhatCanBeSampledIsSampled) {
  for (const std::string& name : sampled_operation_names()) {
    const std::uint64_t before_ns = monotonic_ns();
    const Json event = serving_.ask(sample(name, 10007, 16));
    ASSERT_EQ(event["event"], "sampled") << event;
    EXPECT_EQ(event["operation"], name);
    EXPECT_EQ(event["calls"], 10007);
    EXPECT_EQ(event["every"], 16);
    EXPECT_EQ(event["timed"], 10007 / 16);
    EXPECT_GE(event["started_ns"].get<std::uint64_t>(), before_ns);
    EXPECT_LE(event["started_ns"].get<std::uint64_t>() + event["elapsed_ns"].get<std::uint64_t>(), monotonic_ns());
    for (const char* count : {"nvcsw", "nivcsw", "minflt"}) EXPECT_GE(event["usage"][count].get<long>(), 0) << count;
    EXPECT_EQ(event["cpu"].size(), 2u);
    EXPECT_EQ(event.count("iterations"), 0u);
  }
}

TEST_F(ProbeServe, TheTicksOfASampleAddUp) {
  const Json event = serving_.ask(sample("getpid_syscall", 100000, 1));
  const Json& ticks = event["ticks"];
  ASSERT_FALSE(ticks.empty());
  std::uint64_t timed = 0;
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    ASSERT_EQ(ticks[i].size(), 2u);
    if (i > 0) {
      EXPECT_LT(ticks[i - 1][0].get<std::uint64_t>(), ticks[i][0].get<std::uint64_t>());
    }
    EXPECT_GE(ticks[i][1].get<std::uint64_t>(), 1u);
    timed += ticks[i][1].get<std::uint64_t>();
  }
  EXPECT_EQ(timed, 100000u);
  EXPECT_EQ(event["timed"], 100000);
  const auto smallest = event["smallest"].get<std::uint64_t>();
  const auto largest = event["largest"].get<std::uint64_t>();
  const auto first = ticks.front()[0].get<std::uint64_t>();
  const auto last = ticks.back()[0].get<std::uint64_t>();
  EXPECT_LE(first, smallest);  // a bucket is its lower edge
  EXPECT_LE(smallest - first, smallest / 256);
  EXPECT_LE(last, largest);
  EXPECT_LE(largest - last, largest / 256);
}

TEST_F(ProbeServe, ASampleSaysWhatItsTimerIs) {
  const Json timer = serving_.ask(sample("empty_loop", 1000, 10))["timer"];
  EXPECT_EQ(timer["source"], probe_under_test().architecture == "aarch64" ? "cntvct" : "tsc");
  EXPECT_GT(timer["ns_per_tick"].get<double>(), 0);
  EXPECT_GE(timer["step_ticks"].get<std::uint64_t>(), 1u);
  EXPECT_GE(timer["cost_ticks"].get<std::int64_t>(), 0);
}

TEST_F(ProbeServe, ASampleMayBeOfOneCall) {
  const Json event = serving_.ask(sample("getpid", 1, 1));
  EXPECT_EQ(event["timed"], 1) << event;
  EXPECT_EQ(event["smallest"], event["largest"]);
}

TEST_F(ProbeServe, TheWitnessCanBeAskedAgain) {
  const Json event = serving_.ask(R"({"do":"witness"})");
  EXPECT_EQ(event["event"], "witness");
  EXPECT_EQ(event["witness"]["token"], "round 3");
  EXPECT_EQ(event["witness"]["pid"], ready_["witness"]["pid"]);
  EXPECT_EQ(event["witness"]["fingerprint"], ready_["witness"]["fingerprint"]);
}

TEST_F(ProbeServe, QuitEndsIt) {
  serving_.send(R"({"do":"quit"})");
  EXPECT_EQ(serving_.rest_of_output(), "");
  EXPECT_EQ(serving_.wait().exit_status, 0);
}

TEST_F(ProbeServe, TheEndOfTheInputEndsIt) {
  serving_.close_input();
  EXPECT_EQ(serving_.rest_of_output(), "");
  EXPECT_EQ(serving_.wait().exit_status, 0);
}

TEST_F(ProbeServe, WhatIsNotACommandIsAnError) {
  expect_error("measure getpid", "not JSON: \"measure getpid\"");
  expect_error("", "not JSON");
  expect_error("\xff\xfe", "not JSON");
  expect_error("[1,2]", "not a JSON object");
  expect_error(std::string(60000, '['), "not JSON");
  expect_error("{}", "the command has no field \"do\"");
  expect_error(R"({"do":7})", "the field \"do\" must be text, not 7");
  expect_error(R"({"do":"mesure"})", "unknown command \"mesure\"; the nearest is \"measure\"");
}

TEST_F(ProbeServe, AnUnknownOperationIsAnError) {
  expect_error(to_measure("getpdi"), "unknown operation \"getpdi\"; the nearest is \"getpid\"");
  expect_error(R"({"do":"calibrate","operation":"","batch_ns":1000000})", "unknown operation \"\"");
  expect_error(R"({"do":"measure","iterations":5})", "the command has no field \"operation\"");
  expect_error(R"({"do":"measure","operation":["getpid"],"iterations":5})", "the field \"operation\" must be text");
}

TEST_F(ProbeServe, AbsurdCountsAreErrors) {
  for (const char* iterations :
       {"0", "-1", "1099511627777", "1e3", "1.5", "\"100\"", "true", "null", "[1]", "18446744073709551616"}) {
    expect_error(std::string(R"({"do":"measure","operation":"getpid","iterations":)") + iterations + "}",
                 "the field \"iterations\" must be a whole number from 1 to 1099511627776, not ");
  }
  for (const char* batch_ns : {"0", "999", "-1000000", "10000000001"}) {
    expect_error(std::string(R"({"do":"calibrate","operation":"getpid","batch_ns":)") + batch_ns + "}",
                 "the field \"batch_ns\" must be a whole number from 1000 to 10000000000, not ");
  }
  expect_error(R"({"do":"measure","operation":"getpid"})", "the command has no field \"iterations\"");
  expect_error(R"({"do":"calibrate","operation":"getpid"})", "the command has no field \"batch_ns\"");
}

TEST_F(ProbeServe, WhatCannotBeSampledIsAnError) {
  expect_error(sample("read_byte", 1000, 10),
               "read_byte cannot be sampled; those that can are empty_loop, function_call, getpid, getpid_syscall, ");
  expect_error(sample("getpdi", 1000, 10), "unknown operation \"getpdi\"; the nearest is \"getpid\"");
  expect_error(sample("getpid", 0, 1), "the field \"calls\" must be a whole number from 1 to 1000000000, not 0");
  expect_error(sample("getpid", 1000000001, 1), "the field \"calls\" must be a whole number from 1 to 1000000000");
  expect_error(sample("getpid", 100, 0), "the field \"every\" must be a whole number from 1 to 1000000, not 0");
  expect_error(sample("getpid", 10000000, 1000001), "the field \"every\" must be a whole number from 1 to 1000000");
  expect_error(sample("getpid", 15, 16), "with fewer \"calls\" than \"every\" no call is timed");
  expect_error(R"({"do":"sample","operation":"getpid","every":1})", "the command has no field \"calls\"");
  expect_error(R"({"do":"sample","operation":"getpid","calls":1})", "the command has no field \"every\"");
  expect_error(R"({"do":"sample","operation":"getpid","calls":1e3,"every":1})", "the field \"calls\" must be a whole");
}

TEST_F(ProbeServe, ALineThatIsTooLongIsSkipped) {
  expect_error(std::string(64 * 1024 + 1, ' '), "a line longer than 65536 bytes was skipped");
  expect_error(std::string(1024 * 1024, 'x'), "a line longer than 65536 bytes was skipped");
  const std::string just_fits = to_measure("getpid") + std::string(64 * 1024 - to_measure("getpid").size(), ' ');
  EXPECT_EQ(serving_.ask(just_fits)["event"], "measured");
}

// A call that fails is never a number.

TEST(ProbeServeFailure, AFailingSystemCallIsNamedWithItsError) {
  const auto filter = [] { answer_call(SYS_getpid, refuse_with(EXDEV)); };
  EXPECT_EQ(ask_under(filter, to_measure("getpid_syscall")),
            Json({{"event", "error"}, {"message", "syscall(SYS_getpid): EXDEV (Invalid cross-device link)"}}));
}

TEST(ProbeServeFailure, GetpidThatCannotFailFailsNevertheless) {
  const auto filter = [] { answer_call(SYS_getpid, refuse_with(EXDEV)); };
  EXPECT_EQ(ask_under(filter, to_measure("getpid"))["message"], "getpid(): EXDEV (Invalid cross-device link)");
}

TEST(ProbeServeFailure, AFailingWriteIsNamed) {
  const auto filter = [] { answer_call_from(SYS_write, 3, refuse_with(EIO)); };  // stdout may be written
  EXPECT_EQ(ask_under(filter, to_measure("write_dev_null"))["message"],
            "write(/dev/null, 1 byte): EIO (Input/output error)");
}

TEST(ProbeServeFailure, ACallThatReturnsSomethingElseIsRefused) {
  const auto filter = [] { answer_call_with(SYS_write, 3, 1, refuse_with(0)); };  // "0 bytes were written"
  EXPECT_EQ(ask_under(filter, to_measure("write_dev_null"))["message"],
            "write(/dev/null, 1 byte) returned 0 or, before that, something else that it must not return");
}

TEST(ProbeServeFailure, FailingReadsAreNamed) {
  // Descriptors from 3 on are what the probe opens: files of /proc, which the witness then lacks, and the data file.
  RunningProbe serving({{"serve"},
                        [] {
                          for (const std::uint32_t bytes : {1, 4096})
                            answer_call_with(SYS_read, 3, bytes, refuse_with(EIO));
                        },
                        0});
  serving.receive();
  EXPECT_EQ(serving.ask(to_measure("read_byte"))["message"], "read(file, 1 byte): EIO (Input/output error)");
  EXPECT_EQ(serving.ask(to_measure("read_buffered"))["message"], "read(file, 4096 bytes): EIO (Input/output error)");
  EXPECT_EQ(serving.ask(to_measure("getpid"))["event"], "measured");
}

/// Leaves this process without a descriptor to open anything with. An emulator needs some before the probe begins:
/// there it is what the operations open that gets none.
void no_descriptors() {
  if (probe_under_test().is_emulated()) {
    for (const int flags : {O_WRONLY | O_CLOEXEC, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC}) {
      answer_call_with(SYS_openat, 0, static_cast<std::uint32_t>(flags), refuse_with(EMFILE));
    }
    answer_call(SYS_memfd_create, refuse_with(EMFILE));
    return;
  }
  const rlimit none{3, 3};
  setrlimit(RLIMIT_NOFILE, &none);
}

TEST(ProbeServeFailure, WhatCannotBeOpenedIsNamed) {
  EXPECT_EQ(ask_under(no_descriptors, to_measure("write_dev_null"))["message"],
            "open /dev/null: EMFILE (Too many open files)");
  const std::string message = ask_under(no_descriptors, to_measure("read_byte"))["message"];
  for (const char* place : {"/dev/shm/probe-", "memfd_create: EMFILE", "/tmp/probe-"}) {
    EXPECT_NE(message.find(place), std::string::npos) << message;
  }
}

TEST(ProbeServeFailure, TheSameCommandFailsTheSameWayAgain) {
  RunningProbe serving({{"serve"}, [] { answer_call(SYS_getpid, refuse_with(EXDEV)); }, 0});
  serving.receive();
  const Json first = serving.ask(to_measure("getpid"));
  EXPECT_EQ(first["event"], "error");
  EXPECT_EQ(serving.ask(to_measure("getpid")), first);
}

TEST(ProbeServeFailure, CalibrationFailsLikeMeasuring) {
  const auto filter = [] { answer_call(SYS_getpid, refuse_with(EXDEV)); };
  EXPECT_EQ(ask_under(filter, R"({"do":"calibrate","operation":"getpid","batch_ns":1000000})")["event"], "error");
}

TEST(ProbeServeFailure, SamplingFailsLikeMeasuring) {
  const auto filter = [] { answer_call(SYS_getpid, refuse_with(EXDEV)); };
  EXPECT_EQ(ask_under(filter, sample("getpid", 100, 10))["message"], "getpid(): EXDEV (Invalid cross-device link)");
}

TEST(ProbeServeFailure, AReaderThatWentAwayIsAnErrorAndNotASignal) {
  RunningProbe serving({{"serve"}, {}, 0});
  serving.receive();
  serving.close_output();
  serving.send(to_measure("getpid"));
  const Ending ending = serving.wait();
  EXPECT_EQ(ending.signal, 0);
  EXPECT_EQ(ending.exit_status, 1);
}

TEST(ProbeServeSignals, SigtermEndsIt) {
  RunningProbe serving({{"serve"}, {}, 0});
  serving.receive();
  serving.send_signal(SIGTERM);
  EXPECT_EQ(serving.wait().exit_status, 128 + SIGTERM);
}

TEST(ProbeServeSignals, SigtermEndsItInTheMiddleOfABatch) {
  RunningProbe serving({{"serve"}, {}, 0});
  serving.receive();
  serving.send(to_measure("empty_loop", std::uint64_t{1} << 40));  // minutes
  serving.send_signal(SIGTERM);
  EXPECT_EQ(serving.wait().exit_status, 128 + SIGTERM);
}

TEST(ProbeServeSignals, SigtermEndsTheFirstProcessOfANamespace) {
  RunningProbe serving({{"serve"}, {}, CLONE_NEWUSER | CLONE_NEWPID});
  if (!serving.is_running()) GTEST_SKIP() << "no user namespaces here";
  EXPECT_EQ(serving.receive()["witness"]["pid"], 1);
  serving.send_signal(SIGTERM);
  EXPECT_EQ(serving.wait().exit_status, 128 + SIGTERM);
}

}  // namespace
}  // namespace probe
