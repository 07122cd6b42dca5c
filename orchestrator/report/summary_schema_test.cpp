#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/report.hpp"
#include "report/testing.hpp"
#include "runner/scripted_run.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using testing::schema_objections;

json summary_json_of(Script script, int rounds = 6, const Plan& plan = sample_plan()) {
  ScriptedRun run{ScriptedEngine(std::move(script)), {}, rounds, [] { return false; }};
  run.run(plan);
  Ledger ledger;
  for (const Fact& fact : run.journal.facts) ledger.add(fact);
  // Read back, as others do.
  return json::parse(summary_json(summarize(ledger)).dump());
}

Plan plan_with_samples() {
  Experiment experiment = sample_experiment();
  experiment.samples.operations = {"getpid"};
  experiment.samples.calls = 100000;
  return make_plan(experiment, std::nullopt, scripted_host(), 1);
}

TEST(SummarySchema, HoldsForEveryKindOfRun) {
  EXPECT_EQ(schema_objections(summary_json_of({})), "");
  EXPECT_EQ(schema_objections(summary_json_of({}, 1)), "") << "too few rounds for an interval";
  EXPECT_EQ(schema_objections(summary_json_of(dropping_security_opt())), "");
  EXPECT_EQ(schema_objections(summary_json_of(misnaming_function_call())), "");
  EXPECT_EQ(schema_objections(summary_json_of({}, 6, plan_with_samples())), "");
  const Plan skipping = make_plan(sample_experiment(), std::nullopt, host_without_unconfined(), 1);
  EXPECT_EQ(schema_objections(summary_json_of({}, 6, skipping)), "");
}

TEST(SummarySchema, HoldsForWhatIsRareAsWell) {
  ScriptedRun run;
  run.run(sample_plan());
  Ledger ledger;
  for (const Fact& fact : run.journal.facts) ledger.add(fact);
  Summary summary = summarize(ledger);
  summary.other_runs = {"process 4242, seccomp"};
  summary.problems = {{2, 0, "the engine went away"}};
  OperationResult& result = summary.operations.front();
  result.evidence.modes = {{"both ends on one CPU", 0.7, 3161.0}};
  result.evidence.apart = 0.3;
  result.evidence.counted->refusal = "ptrace is refused";
  result.note = "a wake-up across CPUs: no switch";
  EXPECT_EQ(schema_objections(json::parse(summary_json(summary).dump())), "");
}

TEST(SummarySchema, RefusesWhatItDoesNotDescribe) {
  const json good = summary_json_of({});
  const auto objections = [&](const char* pointer, const json& value) {
    json changed = good;
    changed[json::json_pointer(pointer)] = value;
    return schema_objections(changed);
  };
  EXPECT_THAT(objections("/schema", "orchestrate-summary/2"), HasSubstr("schema"));
  EXPECT_THAT(objections("/exit", 2), HasSubstr("exit"));
  EXPECT_THAT(objections("/contrasts/0/verdict", "perhaps"), HasSubstr("verdict"));
  EXPECT_THAT(objections("/contrasts/0/surprise", 1), HasSubstr("surprise"));
  EXPECT_THAT(objections("/operations/0/ns/median", "179"), HasSubstr("median"));
  EXPECT_THAT(objections("/operations/0/condition/seccomp", 1), HasSubstr("seccomp"));
  json lacking = good;
  lacking.erase("rules");
  EXPECT_THAT(schema_objections(lacking), HasSubstr("rules"));
}

/// Every key says what it is, unless it is one of a definition, which says it.
void expect_descriptions(const json& schema, const std::string& path, int& keys) {
  for (const char* group : {"properties", "patternProperties", "definitions"}) {
    if (!schema.contains(group)) continue;
    for (const auto& [key, of_key] : schema.at(group).items()) {
      ++keys;
      EXPECT_TRUE(of_key.contains("description") || of_key.contains("$ref")) << path << "/" << key;
      expect_descriptions(of_key, path + "/" + key, keys);
    }
  }
  if (schema.contains("items")) expect_descriptions(schema.at("items"), path + "/[]", keys);
}

TEST(SummarySchema, DescribesEveryKey) {
  int keys = 0;
  expect_descriptions(testing::summary_schema(), "", keys);
  EXPECT_GT(keys, 120);
}

TEST(SummarySchema, LeavesReadersRoomForKeysToCome) {
  EXPECT_FALSE(testing::summary_schema().contains("additionalProperties"));
}

}  // namespace
}  // namespace orchestrate
