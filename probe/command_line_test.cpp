#include <gtest/gtest.h>

#include <algorithm>

#include "operation.hpp"
#include "placement.hpp"
#include "testing/run.hpp"

namespace probe {
namespace {

TEST(ProbeCommandLine, ListNamesEveryOperationOnALine) {
  const Finished finished = run_probe({"list"});
  EXPECT_EQ(finished.ending.exit_status, 0);
  for (const Operation& operation : operations()) {
    EXPECT_NE(finished.output.find(operation.summary), std::string::npos) << operation.name;
  }
  EXPECT_EQ(static_cast<std::size_t>(std::count(finished.output.begin(), finished.output.end(), '\n')),
            operations().size());
}

TEST(ProbeCommandLine, VersionAndHelp) {
  EXPECT_EQ(run_probe({"--version"}).output.compare(0, 6, "probe "), 0);
  const Finished help = run_probe({"--help"});
  EXPECT_EQ(help.ending.exit_status, 0);
  EXPECT_NE(help.output.find("measure OPERATION"), std::string::npos);
}

TEST(ProbeCommandLine, MeasureSaysWhatItMeasured) {
  const Finished finished = run_probe({"measure", "function_call", "--batches", "3", "--batch-ns", "1000"});
  EXPECT_EQ(finished.ending.exit_status, 0) << finished.errors;
  for (const char* text : {"function_call: a call of a plain function", "floor (p10)", "median", "minimum",
                           "3 batches of", "seccomp mode", "on CPU"}) {
    EXPECT_NE(finished.output.find(text), std::string::npos) << text;
  }
}

TEST(ProbeCommandLine, MeasureSaysWhereTheOtherEndRan) {
  const std::string cpu = std::to_string(cpu_numbers(allowed_cpus()).front());
  const Finished finished =
      run_probe({"measure", "pipe_pingpong", "--batches", "3", "--batch-ns", "1000", "--ends", cpu + "," + cpu});
  EXPECT_EQ(finished.ending.exit_status, 0) << finished.errors;
  EXPECT_NE(finished.output.find("  on CPU " + cpu + ", the other end on CPU " + cpu + ", "), std::string::npos)
      << finished.output;
}

TEST(ProbeCommandLine, MeasureSaysThatACpuIsNotAllowed) {
  const Finished finished = run_probe({"measure", "getpid", "--ends", "99999,0"});
  EXPECT_EQ(finished.ending.exit_status, 1);
  EXPECT_NE(finished.errors.find("sched_setaffinity to CPU 99999, which must"), std::string::npos) << finished.errors;
}

TEST(ProbeCommandLine, SampleSaysWhatItTimed) {
  const Finished finished = run_probe({"sample", "getpid_syscall", "--calls", "20003", "--every", "4"});
  EXPECT_EQ(finished.ending.exit_status, 0) << finished.errors;
  for (const char* text : {"getpid_syscall: the system call", "20003 calls, 5000 of them timed", "mean", "min", "p50",
                           "p90", "p99", "max", "a step is", "timing costs", "whole loop", "seccomp mode", "on CPU"}) {
    EXPECT_NE(finished.output.find(text), std::string::npos) << text;
  }
}

struct Wrong {
  std::vector<std::string> arguments;
  std::string message;
};

TEST(ProbeCommandLine, WrongUsageEndsWithTwoAndHelps) {
  const Wrong usages[] = {
      {{}, "a verb is missing"},
      {{"serv"}, "unknown verb \"serv\"; did you mean serve?"},
      {{"measure"}, "measure needs an operation"},
      {{"measure", "getpdi"}, "unknown operation \"getpdi\"; did you mean getpid?"},
      {{"measure", "getpid", "read_byte"}, "unexpected argument \"read_byte\""},
      {{"measure", "getpid", "--batches"}, "--batches needs a value"},
      {{"measure", "getpid", "--batches", "0"}, "--batches must be a whole number from 1 to 1000000, not \"0\""},
      {{"measure", "getpid", "--batch-ns", "1e6"}, "--batch-ns must be a whole number from 1000 to 10000000000"},
      {{"sample"}, "sample needs an operation"},
      {{"sample", "read_byte"}, "read_byte cannot be sampled; those that can are empty_loop, function_call, getpid"},
      {{"sample", "getpid", "--calls", "0"}, "--calls must be a whole number from 1 to 1000000000, not \"0\""},
      {{"sample", "getpid", "--every", "1000001"}, "--every must be a whole number from 1 to 1000000, not"},
      {{"sample", "getpid", "--calls", "9", "--every", "10"}, "with fewer --calls than --every no call is timed"},
      {{"serve", "--tokn", "x"}, "unknown option \"--tokn\""},
      {{"serve", "--ends"}, "--ends needs a value"},
      {{"serve", "--ends", "1"}, "--ends must be the numbers of two CPUs, as in 0,1, not \"1\""},
      {{"serve", "--ends", "0,1,2"}, "--ends must be"},
      {{"serve", "--ends", "0,"}, "--ends must be"},
      {{"serve", "--ends", "-1,0"}, "--ends must be"},
      {{"measure", "getpid", "--ends", "a,b"}, "--ends must be"},
      {{"measure", "getpid", "--ends", "0,100000"}, "--ends must be"},
      {{"nothing", "x"}, "unexpected argument \"x\""},
      {{"list", "all"}, "unexpected argument \"all\""},
  };
  for (const Wrong& usage : usages) {
    const Finished finished = run_probe(usage.arguments);
    EXPECT_EQ(finished.ending.exit_status, 2) << usage.message;
    EXPECT_NE(finished.errors.find(usage.message), std::string::npos) << finished.errors;
    EXPECT_EQ(finished.output, "");
  }
}

}  // namespace
}  // namespace probe
