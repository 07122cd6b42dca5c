#include "analysis/attestation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runner/scripted_run.hpp"

namespace orchestrate {
namespace {

using ::testing::HasSubstr;
using State = Attestation::State;

/// The evidence of the first container of `condition` after one round with `script`.
ContainerEvidence container_evidence(std::size_t condition, Script script = {}) {
  ScriptedRun run{ScriptedEngine(std::move(script)), {}, 1, [] { return false; }};
  run.run(sample_plan());
  ContainerEvidence evidence;
  for (const auto& fact : run.all<ContainerStarted>()) {
    if (fact.place.slot == condition) evidence.started = fact;
  }
  for (const auto& fact : run.all<ContainerFinished>()) {
    if (fact.place.slot == condition) evidence.finished = fact;
  }
  return evidence;
}

Level seccomp_of(const Plan& plan, std::size_t condition) {
  return plan.conditions[condition].levels[0];
}

TEST(Attestation, AnHonestEngineIsAttested) {
  const Plan plan = sample_plan();
  for (const Level& level : plan.conditions[1].levels) {
    const Attestation attestation = attest(level, container_evidence(1));
    EXPECT_EQ(attestation.state, State::attested) << level.factor << ": " << attestation.reason;
  }
}

TEST(Attestation, ADroppedFlagIsSwallowedAndNamed) {
  const Plan plan = sample_plan();
  const Attestation attestation = attest(seccomp_of(plan, 1), container_evidence(1, dropping_security_opt()));
  EXPECT_EQ(attestation.state, State::swallowed);
  EXPECT_EQ(attestation.record.level, "default");
  EXPECT_EQ(attestation.start.level, "default");
  EXPECT_THAT(attestation.reason, HasSubstr("seccomp unconfined was declared"));
  EXPECT_THAT(attestation.start.detail, HasSubstr("Seccomp: 2"));
}

TEST(Attestation, ALyingRecordDoesNotHelp) {
  Script script = dropping_security_opt();
  script.records = [](nlohmann::json record) {
    record["HostConfig"]["SecurityOpt"] = {"seccomp=unconfined"};
    return record;
  };
  const Plan plan = sample_plan();
  const Attestation attestation = attest(seccomp_of(plan, 1), container_evidence(1, script));
  EXPECT_EQ(attestation.state, State::swallowed);
  EXPECT_EQ(attestation.record.level, "unconfined");
  EXPECT_EQ(attestation.start.level, "default");
}

TEST(Attestation, WhatChangesBeforeTheEndIsSeen) {
  Script script;
  script.witnesses = [](nlohmann::json witness, bool last) {
    if (last) witness["cpus_allowed_list"] = "0-1";
    return witness;
  };
  const Plan plan = sample_plan();
  const Attestation attestation = attest(plan.conditions[0].levels[1], container_evidence(0, script));
  EXPECT_EQ(attestation.state, State::swallowed);
  EXPECT_THAT(attestation.reason, HasSubstr("the process after its last batch shows 0-1"));
}

TEST(Attestation, MissingEvidenceIsUnattested) {
  Script script;
  script.witnesses = [](nlohmann::json witness, bool) {
    witness.erase("seccomp");
    return witness;
  };
  const Plan plan = sample_plan();
  EXPECT_EQ(attest(seccomp_of(plan, 0), container_evidence(0, script)).state, State::unattested);
}

TEST(Attestation, TheWitnessOfAnotherProcessIsNone) {
  Script script;
  script.witnesses = [](nlohmann::json witness, bool) {
    witness["token"] = "of an earlier run";
    return witness;
  };
  const Plan plan = sample_plan();
  const Attestation attestation = attest(seccomp_of(plan, 0), container_evidence(0, script));
  EXPECT_EQ(attestation.state, State::unattested);
  EXPECT_THAT(attestation.reason, HasSubstr("another process"));
}

TEST(Attestation, OneBadContainerIsNotOutvoted) {
  Attestation good;
  good.state = State::attested;
  good.containers = 5;
  Attestation bad;
  bad.state = State::swallowed;
  bad.reason = "seen";
  bad.containers = 1;
  for (const Attestation& both : {merged(good, bad), merged(bad, good)}) {
    EXPECT_EQ(both.state, State::swallowed);
    EXPECT_EQ(both.reason, "seen");
    EXPECT_EQ(both.containers, 6);
  }
}

}  // namespace
}  // namespace orchestrate
