#include "report/samples_csv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runner/scripted_run.hpp"

namespace orchestrate {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::Not;

/// A run and its samples.csv.
struct Sampling {
  explicit Sampling(Script script = {}) {
    ScriptedRun run{ScriptedEngine(std::move(script)), {}, 6, [] { return false; }};
    run.run(sample_plan());
    for (const Fact& fact : run.journal.facts) ledger.add(fact);
    samples_csv(turns_of(run.journal.facts), ledger, summarize(ledger), [&](std::string_view text) { csv += text; });
  }

  Ledger ledger;
  std::string csv;
};

/// Lines without their CR LF.
std::vector<std::string> lines_of(const std::string& csv) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  for (std::size_t end = csv.find("\r\n"); end != std::string::npos; end = csv.find("\r\n", begin)) {
    lines.push_back(csv.substr(begin, end - begin));
    begin = end + 2;
  }
  EXPECT_EQ(begin, csv.size()) << "every line ends in CR LF";
  return lines;
}

std::size_t rows_of(const std::vector<std::string>& lines, const std::string& piece) {
  return static_cast<std::size_t>(std::count_if(
      lines.begin(), lines.end(), [&](const auto& line) { return line.find(piece) != std::string::npos; }));
}

TEST(SamplesCsv, HasARowForEveryBatchAndACellForEveryColumn) {
  const Sampling run;
  const Plan& plan = run.ledger.started()->plan;
  const auto lines = lines_of(run.csv);
  EXPECT_EQ(lines.size() - 1, 6U * plan.operations.size() * static_cast<std::size_t>(plan.design.batches) * 3)
      << "two conditions and the twin";
  EXPECT_THAT(lines[0], HasSubstr("round,group,slot,twin,turn,place,operation,seccomp,cpus,"));
  EXPECT_THAT(lines[0], HasSubstr(",iterations,elapsed_ns,ns_per_call,started_ns,"));
  const auto commas = std::count(lines[0].begin(), lines[0].end(), ',');
  for (const std::string& line : lines) ASSERT_EQ(std::count(line.begin(), line.end(), ','), commas) << line;
  EXPECT_EQ(rows_of(lines, ",2,true,"), (lines.size() - 1) / 3) << "the twin's";
  EXPECT_EQ(rows_of(lines, ",unconfined,"), (lines.size() - 1) / 3);
}

TEST(SamplesCsv, WhatIsWithheldIsAbsent) {
  const auto lines = lines_of(Sampling(dropping_security_opt()).csv);
  EXPECT_GT(rows_of(lines, ",default,"), 0U);
  EXPECT_EQ(rows_of(lines, ",unconfined,"), 0U);
}

TEST(SamplesCsv, AnOperationUnderAFalseNameIsAbsent) {
  const auto lines = lines_of(Sampling(misnaming_function_call()).csv);
  EXPECT_THAT(lines, Each(Not(HasSubstr("function_call"))));
  EXPECT_GT(rows_of(lines, ",getpid,"), 0U);
}

TEST(SamplesCsv, TextIsQuotedAndNoFormula) {
  EXPECT_EQ(csv_text("default"), "default");
  EXPECT_EQ(csv_text("a \"b\", c"), "\"a \"\"b\"\", c\"");
  EXPECT_EQ(csv_text("=1+1"), "'=1+1");
  EXPECT_EQ(csv_text("+SYS_PTRACE,-CHOWN"), "\"'+SYS_PTRACE,-CHOWN\"");
  EXPECT_EQ(csv_text("@SUM(A1)"), "'@SUM(A1)");
  EXPECT_EQ(csv_text("-1"), "'-1");
  EXPECT_EQ(csv_text("two\nlines\x1b[31m"), "two\\nlines\\x1b[31m");
  EXPECT_EQ(csv_text(""), "");
}

}  // namespace
}  // namespace orchestrate
