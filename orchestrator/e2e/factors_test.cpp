// Every factor on the real engine: two levels put into force and attested, and then each of its evidences falsified in
// turn, which must be noticed and named. The falsified copies are judged in memory; what they are copies of is real.

#include <gmock/gmock.h>

#include <iostream>

#include "analysis/attestation.hpp"
#include "analysis/summary.hpp"
#include "cli/places.hpp"
#include "e2e/program.hpp"
#include "engine/docker.hpp"
#include "runner/environment.hpp"
#include "selftest/catalogue.hpp"
#include "selftest/props.hpp"
#include "selftest/trial.hpp"
#include "support/failure.hpp"
#include "support/json.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using State = Attestation::State;

/// A JSON pointer and the value that is put there to falsify a source.
struct Falsehood {
  const char* pointer;
  json value;
};

struct FactorCase {
  std::string name;  ///< of the test
  FactorLevels levels;
  Falsehood record;
  Falsehood config;   ///< an empty pointer where the runtime's configuration has no say
  Falsehood witness;  ///< an empty pointer where the process has none
};

void PrintTo(const FactorCase& one, std::ostream* out) {
  *out << one.name;
}

/// What one round gave, with the container facts beside the ledger.
struct Evidence {
  Plan plan;
  Trial trial;
  std::map<std::size_t, ContainerEvidence> by_slot;
};

class Factors : public RealEngine {
 protected:
  Evidence measured(const std::vector<FactorLevels>& factors, const std::string& image = "debian:12-slim") const {
    Props props;
    props.folder = folder_.path();
    props.image = image;
    const auto engine = docker_engine("docker");
    Host host = this_host();
    const Experiment experiment = short_experiment(props, factors);
    ask_engine(*engine, experiment, host);
    Evidence evidence{make_plan(experiment, std::nullopt, host, 1), {}, {}};
    refuse_false_levels(evidence.plan, host);
    evidence.trial = run_trial(evidence.plan, *engine, host, 1, [&](const Fact& fact) {
      if (const auto* started = std::get_if<ContainerStarted>(&fact)) {
        evidence.by_slot[started->place.slot].started = *started;
        // The engine names them in any order; the probe's comes first in the alphabet.
        json& mounts = evidence.by_slot[started->place.slot].started.record["Mounts"];
        std::sort(mounts.begin(), mounts.end(),
                  [](const json& a, const json& b) { return a.at("Destination") < b.at("Destination"); });
      }
      if (const auto* finished = std::get_if<ContainerFinished>(&fact)) {
        evidence.by_slot[finished->place.slot].finished = *finished;
      }
    });
    return evidence;
  }
};

void expect_attested(const Evidence& evidence) {
  EXPECT_EQ(evidence.trial.failure, "");
  EXPECT_FALSE(evidence.trial.ledger.attestations().empty());
  for (const Attestation& one : evidence.trial.ledger.attestations()) {
    EXPECT_EQ(one.state, State::attested) << one.reason;
  }
}

class FactorOnRealEngine : public Factors, public ::testing::WithParamInterface<FactorCase> {};

json falsified(json document, const Falsehood& falsehood) {
  document[json::json_pointer(falsehood.pointer)] = falsehood.value;
  return document;
}

/// The factor's level in the first condition, to which the falsehoods belong.
Level level_in_question(const Plan& plan, const std::string& factor) {
  for (const Level& level : plan.conditions.front().levels) {
    if (level.factor == factor) return level;
  }
  throw std::logic_error("the factor is not in the plan");
}

/// Each evidence of the first condition's level is falsified in turn; each must be noticed, and named in the words.
void expect_falsehoods_named(const FactorCase& one, const Level& level, const ContainerEvidence& honest) {
  ASSERT_EQ(attest(level, honest).state, State::attested) << attest(level, honest).reason;
  const auto expect_named = [&](const ContainerEvidence& lie, const std::string& source) {
    EXPECT_EQ(attest(level, lie).state, State::swallowed);
    EXPECT_THAT(attest(level, lie).reason, HasSubstr(source + " shows"));
  };
  ContainerEvidence lie = honest;
  lie.started.record = falsified(honest.started.record, one.record);
  expect_named(lie, "inspect");
  if (*one.config.pointer != '\0') {
    ASSERT_FALSE(honest.started.config.is_null()) << "this host can read the runtime's configuration";
    lie = honest;
    lie.started.config = falsified(honest.started.config, one.config);
    expect_named(lie, "the runtime's configuration");
  }
  if (*one.witness.pointer != '\0') {
    lie = honest;
    lie.started.witness = falsified(honest.started.witness, one.witness);
    expect_named(lie, "the process itself");
    lie = honest;
    lie.finished.witness = falsified(honest.finished.witness, one.witness);
    expect_named(lie, "the process after its last batch");
  }
}

TEST_P(FactorOnRealEngine, IsAttestedAndEachFalsehoodIsNamed) {
  const FactorCase& one = GetParam();
  const Evidence evidence = measured({one.levels});
  expect_attested(evidence);
  expect_falsehoods_named(one, level_in_question(evidence.plan, one.levels.factor), evidence.by_slot.at(0));
}

const json shm_small{{"args", {"--shm-size", "1m"}},
                     {"verify", {{"inspect", "/HostConfig/ShmSize"}, {"equals", 1048576}}}};
const json shm_large{{"args", {"--shm-size", "2m"}},
                     {"verify", {{"inspect", "/HostConfig/ShmSize"}, {"equals", 2097152}}}};

const std::vector<FactorCase> cases{
    {"seccomp",
     {"seccomp", {"default", "unconfined"}, {}},
     {"/HostConfig/SecurityOpt", {"seccomp=unconfined"}},
     {"/linux/seccomp/defaultAction", "SCMP_ACT_ALLOW"},
     {"/fingerprint/keyctl", "ok"}},
    {"cpus",
     {"cpus", {"pinned", "unpinned"}, {}},
     {"/HostConfig/CpusetCpus", ""},
     {"/linux/resources/cpu/cpus", "0"},
     {"/cpus_allowed_list", "0-1"}},
    {"libc", {"libc", {"native"}, {}}, {"/Mounts/0/Source", "/elsewhere"}, {"", {}}, {"/build_id", "0000"}},
    {"image", {"image", {"debian:12-slim"}, {}}, {"/Image", "sha256:0000"}, {"", {}}, {"/os_release_sha256", "0000"}},
    {"no_new_privileges",
     {"no_new_privileges", {"true", "false"}, {}},
     {"/HostConfig/SecurityOpt", nullptr},
     {"/process/noNewPrivileges", false},
     {"/no_new_privs", 0}},
    {"capabilities",
     {"capabilities", {"none", "default"}, {}},
     {"/HostConfig/CapDrop", nullptr},
     {"/process/capabilities/bounding", {"CAP_CHOWN"}},
     {"/capabilities/bounding", "00000000a80425fb"}},
    {"cpu_quota",
     {"cpu_quota", {"0.5", "none"}, {}},
     {"/HostConfig/NanoCpus", 0},
     {"/linux/resources/cpu/quota", 90000},
     {"/cgroup/cpu_quota_us", 90000}},
    {"memory",
     {"memory", {"64m", "none"}, {}},
     {"/HostConfig/Memory", 0},
     {"/linux/resources/memory/limit", 1},
     {"/cgroup/memory_limit_bytes", 1}},
    {"env", {"env.X", {"1", "2"}, {}}, {"/Config/Env", {"X=2"}}, {"/process/env", {"X=2"}}, {"/environment/X", "2"}},
    {"ulimit",
     {"ulimit", {"nofile=512:512", "nofile=600:600"}, {}},
     {"/HostConfig/Ulimits", json::array()},
     {"/process/rlimits", json::array()},
     {"/limits/nofile/soft", 7}},
    {"runtime",
     {"runtime", {"runc", "default"}, {}},
     {"/HostConfig/Runtime", "crun"},
     {"", {}},
     {"/kernel/release", "4.4.0"}},
    {"read_only",
     {"read_only", {"true", "false"}, {}},
     {"/HostConfig/ReadonlyRootfs", false},
     {"/root/readonly", false},
     {"/root_read_only", false}},
    {"network",
     {"network", {"host", "none"}, {}},
     {"/HostConfig/NetworkMode", "none"},
     {"/linux/namespaces", {{{"type", "network"}}}},
     {"", {}}},
    {"pids",
     {"pids", {"64", "none"}, {}},
     {"/HostConfig/PidsLimit", nullptr},
     {"/linux/resources/pids/limit", 65},
     {"", {}}},
    {"engine_args",
     {"engine_args.shm", {"small", "large"}, {{"small", shm_small}, {"large", shm_large}}},
     {"/HostConfig/ShmSize", 7},
     {"", {}},
     {"", {}}},
};

INSTANTIATE_TEST_SUITE_P(Every, FactorOnRealEngine, ::testing::ValuesIn(cases),
                         [](const auto& info) { return info.param.name; });

TEST_F(Factors, ImageIsAttestedInTwoImages) {
  const PropRoom room(find_program("docker"), "debian:12-slim", this_host());
  const Evidence evidence = measured({{"image", {"debian:12-slim", room.props().another_image}, {}}});
  expect_attested(evidence);
  const FactorCase one{"image", {}, {"/Image", "sha256:0000"}, {"", {}}, {"/os_release_sha256", "0000"}};
  expect_falsehoods_named(one, level_in_question(evidence.plan, "image"), evidence.by_slot.at(0));
}

TEST_F(Factors, BuiltinSeccompIsRefusedWhereTheEngineDoesNotKnowIt) {
  const json engine = docker_engine("docker")->describe();
  const auto version = text_at(engine, "/version/Server/Version").value_or("0");
  if (std::stoi(version) >= 23) {
    expect_attested(measured({{"seccomp", {"builtin", "unconfined"}, {}}}));
    return;
  }
  try {
    measured({{"seccomp", {"builtin", "unconfined"}, {}}});
    FAIL() << "docker " << version << " knows no builtin profile";
  } catch (const EnvironmentFailure& failure) {
    EXPECT_THAT(failure.what(), HasSubstr("builtin"));
  }
}

/// The same evidence from a scripted engine, for what this machine cannot do.
ContainerEvidence scripted_evidence(const json& record, const json& witness) {
  ContainerEvidence evidence;
  evidence.started.id = "scripted";
  evidence.started.token = "t";
  evidence.started.record = record;
  evidence.started.witness = evidence.finished.witness = witness;
  return evidence;
}

TEST_F(Factors, PrivilegedIsAttestedHereOrByAScript) {
  const Evidence evidence = measured({{"privileged", {"true", "false"}, {}}});
  const FactorCase one{"privileged", {}, {"/HostConfig/Privileged", false}, {"", {}}, {"/seccomp/mode", 2}};
  const Level level = level_in_question(evidence.plan, "privileged");
  if (evidence.trial.failure.empty()) {
    expect_attested(evidence);
    expect_falsehoods_named(one, level, evidence.by_slot.at(0));
    return;
  }
  EXPECT_THAT(evidence.trial.failure, HasSubstr("operation not permitted"));
  std::cout << "privileged: NOT RUN on this engine, whose machine lacks CAP_SYS_RESOURCE; a script stands in\n";
  const json every{{"bounding", "000001ffffffffff"}, {"effective", "000001ffffffffff"}};
  const json witness{{"token", "t"}, {"seccomp", {{"mode", 0}}}, {"capabilities", every}};
  expect_falsehoods_named(one, level, scripted_evidence({{"HostConfig", {{"Privileged", true}}}}, witness));
}

TEST_F(Factors, AppArmorIsAttestedHereOrByAScript) {
  const Evidence evidence = measured({{"apparmor", {"default", "unconfined"}, {}}});
  const FactorCase one{"apparmor", {}, {"/AppArmorProfile", "unconfined"}, {"", {}}, {"/apparmor", "unconfined"}};
  const Level level = level_in_question(evidence.plan, "apparmor");
  const json engine = docker_engine("docker")->describe();
  if (to_line(engine).find("name=apparmor") != std::string::npos) {
    expect_attested(evidence);
    expect_falsehoods_named(one, level, evidence.by_slot.at(0));
    return;
  }
  std::cout << "apparmor: this kernel has none, so nothing is attested; a script stands in\n";
  const Attestation attestation = attest(level, evidence.by_slot.at(0));
  EXPECT_EQ(attestation.state, State::unattested);
  EXPECT_THAT(attestation.reason, HasSubstr("no AppArmor"));
  EXPECT_TRUE(summarize(evidence.trial.ledger).operations.empty()) << "and there are no numbers";
  const json record{{"AppArmorProfile", "docker-default"}, {"HostConfig", {{"SecurityOpt", nullptr}}}};
  expect_falsehoods_named(one, level,
                          scripted_evidence(record, {{"token", "t"}, {"apparmor", "docker-default (enforce)"}}));
}

}  // namespace
}  // namespace orchestrate
