#include "report/google_benchmark.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <memory>

#include "analysis/round_values.hpp"
#include "runner/scripted_run.hpp"
#include "support/files.hpp"
#include "support/json.hpp"
#include "support/process.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using namespace std::chrono_literals;

using Type = json::value_t;

/// Tools that read the format tell whole numbers from others, and numbers from texts; signs they do not.
Type type_of(const json& value) {
  return value.type() == Type::number_unsigned ? Type::number_integer : value.type();
}

/// Keys and types of what the library's JSONReporter writes (1.7, src/json_reporter.cc), in its order.
using Fields = std::vector<std::pair<const char*, Type>>;
const Fields context_fields{{"date", Type::string},
                            {"host_name", Type::string},
                            {"executable", Type::string},
                            {"num_cpus", Type::number_integer},
                            {"mhz_per_cpu", Type::number_integer},
                            {"cpu_scaling_enabled", Type::boolean},
                            {"caches", Type::array},
                            {"load_avg", Type::array},
                            {"library_build_type", Type::string}};
const Fields iteration_fields{{"name", Type::string},
                              {"family_index", Type::number_integer},
                              {"per_family_instance_index", Type::number_integer},
                              {"run_name", Type::string},
                              {"run_type", Type::string},
                              {"repetitions", Type::number_integer},
                              {"repetition_index", Type::number_integer},
                              {"threads", Type::number_integer},
                              {"iterations", Type::number_integer},
                              {"real_time", Type::number_float},
                              {"cpu_time", Type::number_float},
                              {"time_unit", Type::string}};
const Fields aggregate_fields{{"name", Type::string},
                              {"family_index", Type::number_integer},
                              {"per_family_instance_index", Type::number_integer},
                              {"run_name", Type::string},
                              {"run_type", Type::string},
                              {"repetitions", Type::number_integer},
                              {"threads", Type::number_integer},
                              {"aggregate_name", Type::string},
                              {"aggregate_unit", Type::string},
                              {"iterations", Type::number_integer},
                              {"real_time", Type::number_float},
                              {"cpu_time", Type::number_float},
                              {"time_unit", Type::string}};

void expect_fields(const json& object, const Fields& fields) {
  for (const auto& [key, type] : fields) {
    ASSERT_TRUE(object.contains(key)) << key << " in " << object;
    EXPECT_EQ(type_of(object.at(key)), type) << key << " in " << object;
  }
}

struct Found {
  Ledger ledger;
  Summary summary;
  json document;
};

Found exported(Script script, int rounds = 6, const Plan& plan = sample_plan()) {
  ScriptedRun run{ScriptedEngine(std::move(script)), {}, rounds, [] { return false; }};
  run.run(plan);
  Found result;
  for (const Fact& fact : run.journal.facts) result.ledger.add(fact);
  result.summary = summarize(result.ledger);
  result.summary.run.environment = {
      {"machine", {{"cpus", {0, 1}}, {"load", "0.50 0.25 0.10 1/200 4242"}, {"governor", "powersave"}}},
      {"probe", {{"path", "/usr/libexec/orchestrate/probe"}}}};
  // Read back, as others do.
  result.document = json::parse(to_document(google_benchmark_json(result.ledger, result.summary)));
  return result;
}

std::vector<json> named(const json& document, const std::string& name) {
  std::vector<json> entries;
  for (const json& one : document.at("benchmarks")) {
    if (one.at("name") == name) entries.push_back(one);
  }
  return entries;
}

TEST(GoogleBenchmark, ARoundIsWorthWhatTheTableSays) {
  Script script;
  auto batch = std::make_shared<int>(0);
  // Three batches of four are disturbed: the floor is 140 ns, the median 150.
  script.costs = [batch](const std::string&, bool) { return ++*batch % 4 != 0 ? 150.0 : 140.0; };
  Plan plan = sample_plan();
  plan.design.batches = 40;
  for (const Estimator estimator : {Estimator::floor, Estimator::median}) {
    plan.design.estimator = estimator;
    const Found run = exported(script, 6, plan);
    const double told = run.summary.operations.front().ns.median;
    EXPECT_NEAR(told, estimator == Estimator::floor ? 140 : 150, 1e-9);
    EXPECT_NEAR(run.document.at("benchmarks").at(0).at("real_time").get<double>(), told, 1e-9);
    EXPECT_THAT(run.document.at("context").at("real_time").get<std::string>(), HasSubstr(values_are(plan.design)));
  }
}

TEST(GoogleBenchmark, HasEveryFieldThatTheLibraryWrites) {
  const json document = exported({}).document;
  expect_fields(document.at("context"), context_fields);
  EXPECT_EQ(document.at("context").at("date"), "2026-11-30T00:00:00+00:00");
  EXPECT_EQ(document.at("context").at("num_cpus"), 2);
  EXPECT_EQ(document.at("context").at("load_avg"), (json{0.5, 0.25, 0.1}));
  EXPECT_EQ(document.at("context").at("cpu_scaling_enabled"), true);
  int aggregates = 0;
  for (const json& one : document.at("benchmarks")) {
    const bool is_aggregate = one.at("run_type") == "aggregate";
    aggregates += is_aggregate ? 1 : 0;
    expect_fields(one, is_aggregate ? aggregate_fields : iteration_fields);
  }
  EXPECT_EQ(aggregates, 4 * 3 * 2) << "of three operations in two conditions";
}

TEST(GoogleBenchmark, ARepetitionIsARoundAndItsTimeTheFloor) {
  const Found run = exported({});
  const auto rounds = named(run.document, "getpid/seccomp:default/cpus:pinned");
  ASSERT_EQ(rounds.size(), 6U);
  for (std::size_t round = 0; round < rounds.size(); ++round) {
    EXPECT_EQ(rounds[round].at("repetition_index"), round);
    EXPECT_EQ(rounds[round].at("repetitions"), 6);
    EXPECT_EQ(rounds[round].at("real_time"), run.ledger.series(0, 0, "getpid").floors[round]);
    EXPECT_EQ(rounds[round].at("iterations"), run.ledger.iterations().at("getpid") * sample_plan().design.batches);
  }
}

TEST(GoogleBenchmark, AggregatesAreThoseOfTheRounds) {
  Script script;
  int calls = 0;
  script.costs = [&calls](const std::string& operation, bool) {
    return (operation == "getpid" ? 150.0 : 1.0) * (1 + 0.001 * (++calls / 100));
  };
  const Found run = exported(script);
  const std::string name = "getpid/seccomp:default/cpus:pinned";
  std::vector<double> floors = run.ledger.series(0, 0, "getpid").floors;
  double sum = 0;
  double squares = 0;
  for (const double floor : floors) sum += floor;
  for (const double floor : floors) squares += (floor - sum / 6) * (floor - sum / 6);
  ASSERT_GT(squares, 0) << "the rounds must differ for this test";
  const auto aggregate = [&](const std::string& what) {
    const auto entries = named(run.document, name + "_" + what);
    EXPECT_EQ(entries.size(), 1U) << what;
    EXPECT_EQ(entries.at(0).at("run_name"), name);
    EXPECT_EQ(entries.at(0).at("aggregate_name"), what);
    EXPECT_EQ(entries.at(0).at("aggregate_unit"), what == "cv" ? "percentage" : "time");
    EXPECT_EQ(entries.at(0).at("iterations"), 6) << "the number of repetitions";
    return entries.at(0).at("real_time").get<double>();
  };
  EXPECT_DOUBLE_EQ(aggregate("mean"), sum / 6);
  EXPECT_DOUBLE_EQ(aggregate("stddev"), std::sqrt(squares / 5));
  EXPECT_DOUBLE_EQ(aggregate("cv"), std::sqrt(squares / 5) / (sum / 6));
  for (const OperationResult& result : run.summary.operations) {
    if (result.operation != "getpid" || result.condition != 0) continue;
    EXPECT_DOUBLE_EQ(aggregate("median"), result.ns.median) << "the table's number";
  }
}

TEST(GoogleBenchmark, OneRepetitionHasNoAggregates) {
  const Found result = exported({}, 1);
  ASSERT_FALSE(result.document.at("benchmarks").empty());
  for (const json& one : result.document.at("benchmarks")) EXPECT_EQ(one.at("run_type"), "iteration");
}

TEST(GoogleBenchmark, WhatIsWithheldIsAbsent) {
  const std::string swallowed = exported(dropping_security_opt()).document.dump();
  EXPECT_THAT(swallowed, HasSubstr("seccomp:default"));
  EXPECT_EQ(swallowed.find("seccomp:unconfined"), std::string::npos);
  const std::string misnamed = exported(misnaming_function_call()).document.dump();
  EXPECT_THAT(misnamed, HasSubstr("getpid/"));
  EXPECT_EQ(misnamed.find("function_call/"), std::string::npos);
}

/// Debian's own, which the modules of its packages are for; another may come first on PATH.
constexpr const char* debians_python = "/usr/bin/python3";
constexpr const char* compare_tool = "/usr/share/benchmark/compare.py";

/// Google Benchmark's own tool, where Debian's libbenchmark-tools and the modules that it needs are installed.
class CompareTool : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(compare_tool)) GTEST_SKIP() << "NOT TESTED: libbenchmark-tools is not here";
    if (!run_to_end({"/usr/bin/env", debians_python, "-c", "import scipy.stats"}, 60s).state.succeeded()) {
      GTEST_SKIP() << "NOT TESTED: python3-scipy, which compare.py needs, is not here";
    }
  }

  /// The file of a run by the script.
  [[nodiscard]] std::string file(const std::string& name, Script script) const {
    write_file(folder_.path() / name, exported(std::move(script)).document.dump());
    return (folder_.path() / name).string();
  }

  static std::string says(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {debians_python, compare_tool, "--no-color"});
    const Outcome outcome = run_to_end(arguments, 120s);
    EXPECT_TRUE(outcome.state.succeeded()) << outcome.errors;
    return outcome.output;
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(CompareTool, SetsOneConditionAgainstTheOther) {
  const std::string text = says(
      {"filters", file("run.json", {}), "getpid/seccomp:default/cpus:pinned", "getpid/seccomp:unconfined/cpus:pinned"});
  EXPECT_THAT(text, ::testing::ContainsRegex("_mean +-0\\.2222 +-0\\.2222 +180 +140"));
}

TEST_F(CompareTool, SetsTwoRunsAgainstEachOther) {
  Script slower;
  slower.costs = [](const std::string&, bool filtered) { return filtered ? 270.0 : 140.0; };
  const std::string text = says({"benchmarks", file("before.json", {}), file("after.json", std::move(slower))});
  EXPECT_THAT(text,
              ::testing::ContainsRegex("getpid/seccomp:default/cpus:pinned_mean +\\+0\\.5000 +\\+0\\.5000 +180 +270"));
  EXPECT_THAT(
      text, ::testing::ContainsRegex("getpid/seccomp:unconfined/cpus:pinned_mean +\\+0\\.0000 +\\+0\\.0000 +140 +140"));
  EXPECT_THAT(text, HasSubstr("U Test, Repetitions: 6 vs 6"));
}

}  // namespace
}  // namespace orchestrate
