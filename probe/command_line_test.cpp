#include <gtest/gtest.h>

#include <algorithm>

#include "operation.hpp"
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
      {{"serve", "--tokn", "x"}, "unknown option \"--tokn\""},
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
