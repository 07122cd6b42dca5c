// Every factor on the real engine: two levels put into force and attested, and then each of its evidences falsified in
// turn, which must be noticed and named. The falsified copies are judged in memory; what they are copies of is real.

#include <gmock/gmock.h>

#include "analysis/attestation.hpp"
#include "cli/places.hpp"
#include "e2e/program.hpp"
#include "engine/docker.hpp"
#include "runner/environment.hpp"
#include "selftest/catalogue.hpp"
#include "selftest/trial.hpp"

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

/// Keeps the container facts of a run beside the ledger.
class FactorOnRealEngine : public RealEngine, public ::testing::WithParamInterface<FactorCase> {
 protected:
  struct Evidence {
    Plan plan;
    std::map<std::size_t, ContainerEvidence> by_slot;
  };

  Evidence measured(const std::vector<FactorLevels>& factors) const {
    Props props;
    props.folder = folder_.path();
    props.image = "debian:12-slim";
    const auto engine = docker_engine("docker");
    Host host = this_host();
    const Experiment experiment = short_experiment(props, factors);
    ask_engine(*engine, experiment, host);
    Evidence evidence{make_plan(experiment, std::nullopt, host, 1), {}};
    refuse_false_levels(evidence.plan, host);
    const Trial trial = run_trial(evidence.plan, *engine, host, 1, [&](const Fact& fact) {
      if (const auto* started = std::get_if<ContainerStarted>(&fact)) {
        evidence.by_slot[started->place.slot].started = *started;
      }
      if (const auto* finished = std::get_if<ContainerFinished>(&fact)) {
        evidence.by_slot[finished->place.slot].finished = *finished;
      }
    });
    EXPECT_EQ(trial.failure, "");
    for (const Attestation& one : trial.ledger.attestations()) EXPECT_EQ(one.state, State::attested) << one.reason;
    return evidence;
  }
};

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

TEST_P(FactorOnRealEngine, IsAttestedAndEachFalsehoodIsNamed) {
  const FactorCase& one = GetParam();
  const Evidence evidence = measured({one.levels});
  const Level level = level_in_question(evidence.plan, one.levels.factor);
  const ContainerEvidence& honest = evidence.by_slot.at(0);
  ASSERT_EQ(attest(level, honest).state, State::attested) << attest(level, honest).reason;

  ContainerEvidence lie = honest;
  if (*one.record.pointer != '\0') {
    lie.started.record = falsified(honest.started.record, one.record);
    EXPECT_EQ(attest(level, lie).state, State::swallowed);
    EXPECT_THAT(attest(level, lie).reason, HasSubstr("inspect shows " + attest(level, lie).record.level + " ("));
  }
  if (*one.config.pointer != '\0') {
    ASSERT_FALSE(honest.started.config.is_null()) << "this host can read the runtime's configuration";
    lie = honest;
    lie.started.config = falsified(honest.started.config, one.config);
    EXPECT_EQ(attest(level, lie).state, State::swallowed);
    EXPECT_THAT(attest(level, lie).reason, HasSubstr("the runtime's configuration shows"));
  }
  if (*one.witness.pointer != '\0') {
    lie = honest;
    lie.started.witness = falsified(honest.started.witness, one.witness);
    EXPECT_EQ(attest(level, lie).state, State::swallowed);
    EXPECT_THAT(attest(level, lie).reason, HasSubstr("the process itself shows"));
    lie = honest;
    lie.finished.witness = falsified(honest.finished.witness, one.witness);
    EXPECT_EQ(attest(level, lie).state, State::swallowed);
    EXPECT_THAT(attest(level, lie).reason, HasSubstr("the process after its last batch shows"));
  }
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
    {"runtime", {"runtime", {"runc"}, {}}, {"/HostConfig/Runtime", "crun"}, {"", {}}, {"/kernel/release", "4.4.0"}},
    {"read_only",
     {"read_only", {"true", "false"}, {}},
     {"/HostConfig/ReadonlyRootfs", false},
     {"/root/readonly", false},
     {"/root_read_only", false}},
    {"engine_args",
     {"engine_args.shm", {"small", "large"}, {{"small", shm_small}, {"large", shm_large}}},
     {"/HostConfig/ShmSize", 7},
     {"", {}},
     {"", {}}},
};

INSTANTIATE_TEST_SUITE_P(Every, FactorOnRealEngine, ::testing::ValuesIn(cases),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace orchestrate
