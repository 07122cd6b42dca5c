// `orchestrate compare`, on runs of the real engine and on journals that were changed afterwards.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <variant>

#include "e2e/program.hpp"
#include "journal/journal.hpp"
#include "journal/line.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::AnyOf;
using ::testing::HasSubstr;

class Compare : public RealEngine {
 protected:
  /// Runs a short experiment and gives its folder.
  [[nodiscard]] std::filesystem::path measured() const {
    const Outcome outcome = orchestrate(
        {"run", "--quiet", "--rounds", "6", "--results", (folder_.path() / "results").string(), experiment_file(R"(
experiment: short
question: What does getpid cost?
container: {image: "debian:12-slim"}
factors: {seccomp: [default, unconfined], cpus: [pinned]}
operations: [function_call, getpid]
design: {batch: 200us, batches: 20}
)")});
    EXPECT_EQ(outcome.state.code, 0) << outcome.errors;
    return std::filesystem::canonical(latest("short"));
  }

  /// A copy of a run's folder with the facts of its journal changed.
  [[nodiscard]] std::string changed(const std::filesystem::path& run, const std::string& name,
                                    const std::function<void(Fact&)>& change) const {
    const std::filesystem::path copy = folder_.path() / name;
    std::filesystem::create_directory(copy);
    std::string journal;
    std::uint64_t number = 0;
    replay(run / "journal.jsonl", [&](const Fact& fact) {
      Fact other = fact;
      if (auto* start = std::get_if<RunStarted>(&other)) start->run = name;
      change(other);
      journal += line_of(other, ++number) + "\n";
    });
    write_file(copy / "journal.jsonl", journal);
    return copy.string();
  }
};

/// getpid takes three times as long, on another kernel.
void make_slower(Fact& fact) {
  if (auto* start = std::get_if<RunStarted>(&fact)) start->environment["machine"]["kernel"] = "7.0-slow";
  auto* turn = std::get_if<Turn>(&fact);
  if (turn == nullptr || turn->operation != "getpid") return;
  for (Batch& batch : turn->batches) batch.elapsed_ns *= 3;
}

TEST_F(Compare, FindsWhatBecameSlowerAndRefusesTheIncomparable) {
  const std::filesystem::path run = measured();
  const auto compare = [&](const std::string& other, std::vector<std::string> options = {}) {
    options.insert(options.begin(), {"compare", run.string(), other});
    return orchestrate(options);
  };

  const std::string alike = changed(run, "alike", [](Fact&) {});
  Outcome outcome = compare(alike);
  EXPECT_EQ(outcome.state.code, 0) << outcome.output << outcome.errors;
  EXPECT_THAT(outcome.output, HasSubstr("no regression beyond 5 % was found"));
  EXPECT_THAT(outcome.output, HasSubstr("differ in nothing"));

  const std::string slower = changed(run, "slower", make_slower);
  outcome = compare(slower);
  EXPECT_EQ(outcome.state.code, 1) << outcome.output << outcome.errors;
  EXPECT_THAT(outcome.output, HasSubstr("2 operations slower by more than 5 %"));
  EXPECT_THAT(outcome.output, HasSubstr("7.0-slow"));
  EXPECT_LT(outcome.output.find("7.0-slow"), outcome.output.find("getpid")) << "differences come first";
  EXPECT_EQ(compare(slower, {"--tolerance", "500"}).state.code, 0);

  outcome = compare(slower, {"--export-json", "-"});
  EXPECT_EQ(json::parse(outcome.output).at("exit"), 1);
  EXPECT_THAT(outcome.errors, HasSubstr("slower by more than 5 %"));

  const std::string elsewhere = changed(run, "elsewhere", [](Fact& fact) {
    if (auto* start = std::get_if<RunStarted>(&fact)) start->environment["machine"]["architecture"] = "riscv64";
  });
  outcome = compare(elsewhere);
  EXPECT_EQ(outcome.state.code, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("riscv64"));

  outcome = compare(run.string());
  EXPECT_EQ(outcome.state.code, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("the same run"));
}

TEST_F(Compare, TwoRealRunsCanBeCompared) {
  const std::filesystem::path first = measured();
  const std::filesystem::path second = measured();
  const Outcome outcome = orchestrate({"compare", first.string(), second.string()});
  // The machine may really be slower in one of them.
  EXPECT_THAT(outcome.state.code, AnyOf(0, 1)) << outcome.output << outcome.errors;
  EXPECT_THAT(outcome.output, HasSubstr("seccomp unconfined, cpus pinned"));
  EXPECT_THAT(outcome.output, HasSubstr("differ in nothing"));
}

TEST(CompareWithoutEngine, SaysWhatIsNoRun) {
  const TemporaryFolder folder;
  const Outcome outcome = run_to_end({ORCHESTRATE_PROGRAM, "compare", folder.path().string(), folder.path().string()},
                                     std::chrono::seconds(60));
  EXPECT_EQ(outcome.state.code, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("journal.jsonl"));
}

}  // namespace
}  // namespace orchestrate
