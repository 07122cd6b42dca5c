#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "factors/cpu_list.hpp"
#include "factors/table.hpp"
#include "support/failure.hpp"
#include "support/files.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Kind = Observation::Kind;

const Host host{{0, 1}, {"/usr/lib/probe", "0", "b111", "5a", "glibc", "2.36"}};

Level level(const Factor& factor, const std::string& text, const std::filesystem::path& folder = ".") {
  return factor.resolve(std::string(factor.name()), text, folder, host);
}

std::vector<std::string> options(const Factor& factor, const Level& level) {
  ContainerSpec spec;
  factor.apply(level, spec);
  return spec.options;
}

json record_with(const char* key, const json& value) {
  return {{"HostConfig", {{key, value}}}};
}

Witness filtered() {
  Witness witness;
  witness.seccomp_mode = 2;
  witness.seccomp_filters = 1;
  witness.fingerprint = {
      {"keyctl", "EPERM"}, {"unshare_user", "EPERM"}, {"clone3", "ENOSYS"}, {"io_uring_setup", "EFAULT"}};
  return witness;
}

Witness unfiltered() {
  Witness witness;
  witness.seccomp_mode = 0;
  witness.seccomp_filters = 0;
  witness.fingerprint = {{"keyctl", "ok"}, {"unshare_user", "ok"}, {"clone3", "EINVAL"}, {"io_uring_setup", "EFAULT"}};
  return witness;
}

TEST(Factors, EachIsFoundByItsNameAndHasItsWordsAccepted) {
  for (const Factor* factor : all_factors()) {
    EXPECT_EQ(find_factor(factor->name()), factor);
    for (const std::string& word : factor->words()) EXPECT_FALSE(factor->refusal(word, ".")) << factor->name() << word;
  }
  EXPECT_EQ(find_factor("env.PATH"), &env_factor());
  EXPECT_EQ(find_factor("seccompp"), nullptr);
}

TEST(Seccomp, PutsItsLevelsIntoArguments) {
  EXPECT_THAT(options(seccomp_factor(), level(seccomp_factor(), "default")), ElementsAre());
  EXPECT_THAT(options(seccomp_factor(), level(seccomp_factor(), "unconfined")),
              ElementsAre("--security-opt", "seccomp=unconfined"));
}

TEST(Seccomp, RefusesAnotherSpellingAndAMissingProfile) {
  EXPECT_THAT(*seccomp_factor().refusal("Unconfined", "."), HasSubstr("Did you mean unconfined?"));
  EXPECT_THAT(*seccomp_factor().refusal("./no.json", "."), HasSubstr("no.json"));
  const TemporaryFolder folder;
  write_file(folder.path() / "p.json", "{}");
  EXPECT_THAT(*seccomp_factor().refusal("p.json", folder.path()), HasSubstr("defaultAction"));
  write_file(folder.path() / "p.json", R"({"defaultAction":"SCMP_ACT_ALLOW","defaultAction":"SCMP_ACT_ERRNO"})");
  EXPECT_THAT(*seccomp_factor().refusal("p.json", folder.path()), HasSubstr("twice"));
}

TEST(Seccomp, ReadsTheEnginesRecord) {
  const Factor& factor = seccomp_factor();
  const json none = record_with("SecurityOpt", nullptr);
  const json unconfined = record_with("SecurityOpt", {"seccomp=unconfined"});
  EXPECT_EQ(factor.from_record(level(factor, "default"), none).kind, Kind::in_force);
  EXPECT_EQ(factor.from_record(level(factor, "unconfined"), unconfined).kind, Kind::in_force);
  const Observation dropped = factor.from_record(level(factor, "unconfined"), none);
  EXPECT_EQ(dropped.kind, Kind::another);
  EXPECT_EQ(dropped.level, "default");
  EXPECT_EQ(factor.from_record(level(factor, "default"), unconfined).kind, Kind::another);
  EXPECT_EQ(factor.from_record(level(factor, "default"), record_with("Privileged", true)).kind, Kind::another)
      << "privileged means unconfined";
  EXPECT_EQ(factor
                .from_record(level(factor, "unconfined"),
                             record_with("SecurityOpt", {"seccomp=unconfined", "seccomp=builtin"}))
                .kind,
            Kind::another)
      << "the last of two wins, so two are none";
  EXPECT_EQ(factor.from_record(level(factor, "default"), json::object()).kind, Kind::unreadable);
}

TEST(Seccomp, ReadsTheWitness) {
  const Factor& factor = seccomp_factor();
  EXPECT_EQ(factor.from_witness(level(factor, "default"), filtered()).kind, Kind::in_force);
  EXPECT_EQ(factor.from_witness(level(factor, "unconfined"), unfiltered()).kind, Kind::in_force);
  const Observation swallowed = factor.from_witness(level(factor, "unconfined"), filtered());
  EXPECT_EQ(swallowed.kind, Kind::another);
  EXPECT_EQ(swallowed.level, "default");
  EXPECT_THAT(swallowed.detail, HasSubstr("Seccomp: 2"));
  EXPECT_EQ(factor.from_witness(level(factor, "default"), unfiltered()).kind, Kind::another);
  EXPECT_EQ(factor.from_witness(level(factor, "default"), Witness{}).kind, Kind::unreadable);
  Witness without_fingerprint = filtered();
  without_fingerprint.fingerprint.clear();
  EXPECT_EQ(factor.from_witness(level(factor, "default"), without_fingerprint).kind, Kind::unreadable);
}

TEST(Seccomp, AFilterThatAllowsEverythingIsNotTheDefaultOne) {
  Witness witness = unfiltered();
  witness.seccomp_mode = 2;
  EXPECT_EQ(seccomp_factor().from_witness(level(seccomp_factor(), "default"), witness).kind, Kind::another);
}

TEST(Seccomp, AProfileIsComparedByItsContents) {
  const TemporaryFolder folder;
  const std::string text =
      R"({"defaultAction":"SCMP_ACT_ALLOW","syscalls":[{"names":["keyctl"],"action":"SCMP_ACT_ERRNO","errnoRet":38}]})";
  write_file(folder.path() / "p.json", text);
  const Factor& factor = seccomp_factor();
  EXPECT_FALSE(factor.refusal("p.json", folder.path()));
  const Level profile = level(factor, "p.json", folder.path());
  EXPECT_THAT(options(factor, profile),
              ElementsAre("--security-opt", "seccomp=" + (folder.path() / "p.json").string()));

  EXPECT_EQ(factor.from_record(profile, record_with("SecurityOpt", {"seccomp=" + text})).kind, Kind::in_force);
  EXPECT_EQ(
      factor.from_record(profile, record_with("SecurityOpt", {R"(seccomp={"defaultAction":"SCMP_ACT_ALLOW"})"})).kind,
      Kind::another);

  Witness witness = unfiltered();
  witness.seccomp_mode = 2;
  witness.fingerprint["keyctl"] = "ENOSYS";
  EXPECT_EQ(factor.from_witness(profile, witness).kind, Kind::in_force);
  witness.fingerprint["keyctl"] = "ok";
  const Observation replaced = factor.from_witness(profile, witness);
  EXPECT_EQ(replaced.kind, Kind::another);
  EXPECT_THAT(replaced.detail, HasSubstr("keyctl gave ok, the profile refuses it with ENOSYS"));
  witness.fingerprint["keyctl"] = "ENOSYS";
  witness.fingerprint["clone3"] = "ENOSYS";
  EXPECT_EQ(factor.from_witness(profile, witness).kind, Kind::another) << "clone3 is allowed by the profile";
}

TEST(Cpus, PutsItsLevelsIntoArguments) {
  const Factor& factor = cpus_factor();
  EXPECT_THAT(options(factor, level(factor, "unpinned")), ElementsAre());
  EXPECT_THAT(options(factor, level(factor, "pinned")), ElementsAre("--cpuset-cpus", "1"));
  EXPECT_THAT(options(factor, level(factor, "split")), ElementsAre("--cpuset-cpus", "0-1"));
  EXPECT_THAT(options(factor, level(factor, "1,0")), ElementsAre("--cpuset-cpus", "0-1"));
}

TEST(Cpus, RefusesWhatIsNoListAndWhatThisHostLacks) {
  EXPECT_THAT(*cpus_factor().refusal("pined", "."), HasSubstr("Did you mean pinned?"));
  EXPECT_TRUE(cpus_factor().refusal("", "."));
  EXPECT_TRUE(cpus_factor().refusal("3-1", "."));
  EXPECT_THROW(level(cpus_factor(), "2"), EnvironmentFailure);
  EXPECT_THROW(static_cast<void>(cpus_factor().resolve("cpus", "split", ".", {{0}, {}})), EnvironmentFailure);
}

TEST(Cpus, ReadsRecordAndWitness) {
  const Factor& factor = cpus_factor();
  const Level pinned = level(factor, "pinned");
  EXPECT_EQ(factor.from_record(pinned, record_with("CpusetCpus", "1")).kind, Kind::in_force);
  EXPECT_EQ(factor.from_record(pinned, record_with("CpusetCpus", "")).level, "unpinned");
  EXPECT_EQ(factor.from_record(pinned, record_with("CpusetCpus", "0")).kind, Kind::another);
  EXPECT_EQ(factor.from_record(pinned, json::object()).kind, Kind::unreadable);
  EXPECT_EQ(factor.from_record(level(factor, "unpinned"), record_with("CpusetCpus", "0-1")).kind, Kind::another);

  Witness witness;
  EXPECT_EQ(factor.from_witness(pinned, witness).kind, Kind::unreadable);
  witness.cpus_allowed_list = "1";
  witness.affinity = {1};
  EXPECT_EQ(factor.from_witness(pinned, witness).kind, Kind::in_force);
  witness.affinity = {0, 1};
  EXPECT_EQ(factor.from_witness(pinned, witness).kind, Kind::another);
  witness.cpus_allowed_list = "0-1";
  EXPECT_EQ(factor.from_witness(pinned, witness).kind, Kind::another);
  EXPECT_EQ(factor.from_witness(level(factor, "unpinned"), witness).kind, Kind::in_force);
}

TEST(CpuList, IsTheKernelsForm) {
  EXPECT_EQ(parse_cpu_list("0-2,5"), (std::vector<int>{0, 1, 2, 5}));
  EXPECT_EQ(to_cpu_list({0, 1, 2, 5}), "0-2,5");
  for (const char* wrong : {"", ",", "1,", "-1", "1-", "2-1", "a", "1 2", "9999"})
    EXPECT_FALSE(parse_cpu_list(wrong)) << wrong;
}

TEST(Libc, MountsTheProbeReadOnlyAndRunsIt) {
  ContainerSpec spec;
  libc_factor().apply(level(libc_factor(), "native"), spec);
  EXPECT_THAT(spec.options,
              ElementsAre("--mount", "type=bind,source=/usr/lib/probe,target=/orchestrate/probe,readonly"));
  EXPECT_THAT(spec.command, ElementsAre("/orchestrate/probe", "serve"));
}

TEST(Libc, APathWithACommaIsStillOneMount) {
  const Host odd{{0}, {"/a,b/\"probe\"", "0", "b111", "5a", "glibc", "2.36"}};
  ContainerSpec spec;
  libc_factor().apply(libc_factor().resolve("libc", "native", ".", odd), spec);
  EXPECT_EQ(spec.options[1], R"(type=bind,"source=/a,b/""probe""",target=/orchestrate/probe,readonly)");
}

TEST(Libc, ReadsRecordAndWitness) {
  const Factor& factor = libc_factor();
  const Level native = level(factor, "native");
  const auto mounted = [](const char* source) {
    return json{{"Mounts", {{{"Source", source}, {"Destination", "/orchestrate/probe"}}}}};
  };
  EXPECT_EQ(factor.from_record(native, mounted("/usr/lib/probe")).kind, Kind::in_force);
  EXPECT_EQ(factor.from_record(native, mounted("/usr/lib/other")).kind, Kind::another);
  EXPECT_EQ(factor.from_record(native, {{"Mounts", json::array()}}).kind, Kind::another);
  EXPECT_EQ(factor.from_record(native, json::object()).kind, Kind::unreadable);

  Witness witness;
  EXPECT_EQ(factor.from_witness(native, witness).kind, Kind::unreadable);
  witness.build_id = "b111";
  witness.libc_name = "glibc";
  witness.libc_version = "2.36";
  EXPECT_EQ(factor.from_witness(native, witness).kind, Kind::in_force);
  witness.libc_version = "2.31";
  EXPECT_EQ(factor.from_witness(native, witness).kind, Kind::another);
  witness.libc_version = "2.36";
  witness.build_id = "b222";
  EXPECT_EQ(factor.from_witness(native, witness).kind, Kind::another) << "another build of the probe";
  EXPECT_THAT(*factor.refusal("musl", "."), HasSubstr("native"));
}

TEST(Env, IsOneOptionAndOneValue) {
  const Level one = env_factor().resolve("env.X", "1 --cpuset-cpus=1", ".", host);
  EXPECT_THAT(options(env_factor(), one), ElementsAre("--env", "X=1 --cpuset-cpus=1"));
  EXPECT_TRUE(env_factor().refusal(std::string("\0", 1), "."));
}

TEST(Env, ReadsRecordAndWitness) {
  const Factor& factor = env_factor();
  const Level one = factor.resolve("env.X", "1", ".", host);
  const auto recorded = [](const json& entries) { return json{{"Config", {{"Env", entries}}}}; };
  EXPECT_EQ(factor.from_record(one, recorded({"X=1"})).kind, Kind::in_force);
  EXPECT_EQ(factor.from_record(one, recorded({"X=1", "X=2"})).kind, Kind::another);
  EXPECT_EQ(factor.from_record(one, recorded(json::array())).kind, Kind::another);
  EXPECT_EQ(factor.from_record(one, json::object()).kind, Kind::unreadable);
  Witness witness;
  EXPECT_EQ(factor.from_witness(one, witness).kind, Kind::another);
  witness.environment["X"] = "1";
  EXPECT_EQ(factor.from_witness(one, witness).kind, Kind::in_force);
  witness.environment["X"] = "2";
  EXPECT_EQ(factor.from_witness(one, witness).kind, Kind::another);
}

}  // namespace
}  // namespace orchestrate
