#include <gtest/gtest.h>

#include "factors/testing.hpp"
#include "support/files.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Factor& seccomp = seccomp_factor();
const char* const not_default = "a filter that is not the default one";

Witness process(int mode, const std::map<std::string, std::string>& fingerprint) {
  Witness witness;
  witness.seccomp_mode = mode;
  witness.seccomp_filters = mode == 0 ? 0 : 1;
  witness.fingerprint = fingerprint;
  return witness;
}

Witness filtered() {
  return process(2,
                 {{"keyctl", "EPERM"}, {"unshare_user", "EPERM"}, {"clone3", "ENOSYS"}, {"io_uring_setup", "EFAULT"}});
}

Witness unfiltered(int mode = 0) {
  return process(mode,
                 {{"keyctl", "ENOKEY"}, {"unshare_user", "ok"}, {"clone3", "EINVAL"}, {"io_uring_setup", "EFAULT"}});
}

/// A config.json with docker's default filter, as far as it is looked at.
json default_config() {
  return config_with("/linux/seccomp", {{"defaultAction", "SCMP_ACT_ERRNO"},
                                        {"syscalls",
                                         {{{"names", {"read"}}, {"action", "SCMP_ACT_ALLOW"}},
                                          {{"names", {"clone3"}}, {"action", "SCMP_ACT_ERRNO"}, {"errnoRet", 38}}}}});
}

json engine_with(const json& security_options, const char* version = "20.10.24+dfsg1") {
  return {{"info", {{"SecurityOptions", security_options}}}, {"version", {{"Server", {{"Version", version}}}}}};
}

TEST(Seccomp, PutsItsLevelsIntoArguments) {
  EXPECT_THAT(options_of(seccomp, "default"), ElementsAre());
  EXPECT_THAT(options_of(seccomp, "unconfined"), ElementsAre("--security-opt", "seccomp=unconfined"));
  EXPECT_THAT(options_of(seccomp, "builtin"), ElementsAre("--security-opt", "seccomp=builtin"));
}

TEST(Seccomp, RefusesAnotherSpellingAndAMissingProfile) {
  EXPECT_THAT(seccomp.refusal("Unconfined", "."), RefusedWith("Did you mean unconfined?"));
  EXPECT_THAT(seccomp.refusal("build-in", "."), RefusedWith("Did you mean builtin?"));
  EXPECT_THAT(seccomp.refusal("./no.json", "."), RefusedWith("no.json"));
  const TemporaryFolder folder;
  write_file(folder.path() / "p.json", "{}");
  EXPECT_THAT(seccomp.refusal("p.json", folder.path()), RefusedWith("defaultAction"));
  write_file(folder.path() / "p.json", R"({"defaultAction":"SCMP_ACT_ALLOW","defaultAction":"SCMP_ACT_ERRNO"})");
  EXPECT_THAT(seccomp.refusal("p.json", folder.path()), RefusedWith("twice"));
}

TEST(Seccomp, ReadsTheRecord) {
  const json none = record_with("SecurityOpt", nullptr);
  const json unconfined = record_with("SecurityOpt", {"seccomp=unconfined"});
  EXPECT_THAT(seccomp.from_record(level_of(seccomp, "default"), none), InForce());
  EXPECT_THAT(seccomp.from_record(level_of(seccomp, "unconfined"), unconfined), InForce());
  EXPECT_THAT(seccomp.from_record(level_of(seccomp, "builtin"), record_with("SecurityOpt", {"seccomp=builtin"})),
              InForce());
  EXPECT_THAT(seccomp.from_record(level_of(seccomp, "builtin"), none), Another("default"));
  EXPECT_THAT(seccomp.from_record(level_of(seccomp, "default"), record_with("SecurityOpt", {"seccomp=builtin"})),
              Another("builtin"));
  EXPECT_THAT(seccomp.from_record(level_of(seccomp, "unconfined"), none), Another("default"));
  EXPECT_THAT(seccomp.from_record(level_of(seccomp, "default"), unconfined), Another("unconfined"));
  EXPECT_THAT(seccomp.from_record(level_of(seccomp, "default"), record_with("Privileged", true)), Another("unconfined"))
      << "privileged means unconfined";
  EXPECT_THAT(seccomp.from_record(level_of(seccomp, "unconfined"),
                                  record_with("SecurityOpt", {"seccomp=unconfined", "seccomp=builtin"})),
              Another("several profiles"))
      << "the last of two wins, so two are none";
  EXPECT_THAT(seccomp.from_record(level_of(seccomp, "default"), json::object()), Unreadable("SecurityOpt"));
}

TEST(Seccomp, ReadsTheConfig) {
  const json allow_everything = config_with("/linux/seccomp", {{"defaultAction", "SCMP_ACT_ALLOW"}});
  for (const char* level : {"default", "builtin"}) {
    EXPECT_THAT(seccomp.from_config(level_of(seccomp, level), default_config()), InForce());
    EXPECT_THAT(seccomp.from_config(level_of(seccomp, level), plain_config()), Another("unconfined"));
    EXPECT_THAT(seccomp.from_config(level_of(seccomp, level), allow_everything), Another(not_default));
  }
  EXPECT_THAT(seccomp.from_config(level_of(seccomp, "unconfined"), plain_config()), InForce());
  EXPECT_THAT(seccomp.from_config(level_of(seccomp, "unconfined"), default_config()), Another("default"));
  EXPECT_THAT(seccomp.from_config(level_of(seccomp, "unconfined"), allow_everything), Another(not_default));
  EXPECT_THAT(seccomp.from_config(level_of(seccomp, "default"), json::object()), Unreadable("linux"));
  EXPECT_THAT(seccomp.from_config(level_of(seccomp, "default"), default_config()).detail, HasSubstr("sha256 "));
}

TEST(Seccomp, ReadsTheWitness) {
  EXPECT_THAT(seccomp.from_witness(level_of(seccomp, "default"), filtered()), InForce());
  EXPECT_THAT(seccomp.from_witness(level_of(seccomp, "builtin"), filtered()), InForce());
  EXPECT_THAT(seccomp.from_witness(level_of(seccomp, "unconfined"), unfiltered()), InForce());
  const Observation swallowed = seccomp.from_witness(level_of(seccomp, "unconfined"), filtered());
  EXPECT_THAT(swallowed, Another("default"));
  EXPECT_THAT(swallowed.detail, HasSubstr("Seccomp: 2"));
  EXPECT_THAT(seccomp.from_witness(level_of(seccomp, "default"), unfiltered()), Another("unconfined"));
  EXPECT_THAT(seccomp.from_witness(level_of(seccomp, "default"), witness_without("seccomp.mode", "no Seccomp")),
              Unreadable("no Seccomp"));
  EXPECT_THAT(seccomp.from_witness(level_of(seccomp, "default"), process(2, {})), Unreadable("no fingerprint"));
}

TEST(Seccomp, AFilterThatAllowsEverythingIsNotTheDefaultOne) {
  EXPECT_THAT(seccomp.from_witness(level_of(seccomp, "default"), unfiltered(2)), Another(not_default));
}

TEST(Seccomp, TheDefaultIsKnownByTheCapabilitiesThatItDependsOn) {
  Witness witness = unfiltered(2);
  witness.fingerprint["keyctl"] = "EPERM";
  EXPECT_THAT(seccomp.from_witness(level_of(seccomp, "default"), witness), Another(not_default));
  witness.raw = {{"capabilities", {{"bounding", "00000000a82425fb"}}}};
  EXPECT_THAT(seccomp.from_witness(level_of(seccomp, "default"), witness), InForce()) << "with CAP_SYS_ADMIN";
}

/// A profile in a file of its own.
class SeccompProfileLevel : public ::testing::Test {
 protected:
  SeccompProfileLevel() {
    write_file(folder_.path() / "p.json", text_);
    level_ = level_of(seccomp, "p.json", folder_.path());
  }

  const std::string text_ =
      R"({"defaultAction":"SCMP_ACT_ALLOW","syscalls":[{"names":["keyctl"],"action":"SCMP_ACT_ERRNO","errnoRet":38}]})";
  TemporaryFolder folder_;
  Level level_;
};

TEST_F(SeccompProfileLevel, IsGivenByItsPath) {
  EXPECT_EQ(seccomp.refusal("p.json", folder_.path()), std::nullopt);
  EXPECT_THAT(options_of(seccomp, level_),
              ElementsAre("--security-opt", "seccomp=" + (folder_.path() / "p.json").string()));
}

TEST_F(SeccompProfileLevel, IsRecordedByItsContents) {
  EXPECT_THAT(seccomp.from_record(level_, record_with("SecurityOpt", {"seccomp=" + text_})), InForce());
  EXPECT_THAT(
      seccomp.from_record(level_, record_with("SecurityOpt", {R"(seccomp={"defaultAction":"SCMP_ACT_ALLOW"})"})),
      Another("another profile"));
  EXPECT_THAT(seccomp.from_record(level_, record_with("SecurityOpt", {"seccomp=p.json"})), Another("p.json"))
      << "the path in place of the contents";
}

TEST_F(SeccompProfileLevel, IsConfiguredByItsRules) {
  json filter = json::parse(text_);
  EXPECT_THAT(seccomp.from_config(level_, config_with("/linux/seccomp", filter)), InForce());
  filter["syscalls"] = json::array();
  const Observation replaced = seccomp.from_config(level_, config_with("/linux/seccomp", filter));
  EXPECT_THAT(replaced, Another("another profile"));
  EXPECT_THAT(replaced.detail, HasSubstr("keyctl is not named, the profile says SCMP_ACT_ERRNO 38"));
  EXPECT_THAT(seccomp.from_config(level_, default_config()), Another("another profile"));
  EXPECT_THAT(seccomp.from_config(level_, plain_config()), Another("unconfined"));
  EXPECT_THAT(seccomp.from_config(level_, json::object()), Unreadable("linux"));
}

TEST_F(SeccompProfileLevel, IsSeenByWhatItRefuses) {
  Witness witness = unfiltered(2);
  witness.fingerprint["keyctl"] = "ENOSYS";
  EXPECT_THAT(seccomp.from_witness(level_, witness), InForce());
  witness.fingerprint["clone3"] = "ENOSYS";
  EXPECT_THAT(seccomp.from_witness(level_, witness), Another(not_default)) << "clone3 is allowed by the profile";
  const Observation replaced = seccomp.from_witness(level_, unfiltered(2));
  EXPECT_THAT(replaced, Another(not_default));
  EXPECT_THAT(replaced.detail, HasSubstr("keyctl gave ENOKEY, the profile refuses it with ENOSYS"));
  EXPECT_THAT(seccomp.from_witness(level_, filtered()), Another("default"));
  EXPECT_THAT(seccomp.from_witness(level_, unfiltered()), Another("unconfined"));
  EXPECT_THAT(seccomp.from_witness(level_, process(2, {})), Unreadable("no fingerprint"));
}

TEST(SeccompObjection, DefaultMeansTheDaemonsOwnProfile) {
  const Level level = level_of(seccomp, "default");
  EXPECT_EQ(seccomp.objection(level, engine_with({"name=seccomp,profile=default"})), std::nullopt);
  EXPECT_EQ(seccomp.objection(level, engine_with({"name=seccomp,profile=builtin"}, "28.0.1")), std::nullopt);
  const auto custom = seccomp.objection(level, engine_with({"name=seccomp,profile=/etc/docker/mine.json"}));
  ASSERT_TRUE(custom);
  EXPECT_THAT(*custom, HasSubstr("it would mean the profile /etc/docker/mine.json"));
  const auto none = seccomp.objection(level, engine_with({"name=seccomp,profile=unconfined"}));
  ASSERT_TRUE(none);
  EXPECT_THAT(*none, HasSubstr("it would mean no filter at all"));
  EXPECT_EQ(seccomp.objection(level_of(seccomp, "unconfined"), engine_with({"name=seccomp,profile=unconfined"})),
            std::nullopt);
}

TEST(SeccompObjection, WithoutSeccompThereIsOnlyUnconfined) {
  for (const json& options : {json(nullptr), json::array(), json{"name=apparmor"}}) {
    const auto objection = seccomp.objection(level_of(seccomp, "default"), engine_with(options));
    ASSERT_TRUE(objection) << options;
    EXPECT_THAT(*objection, HasSubstr("has no seccomp"));
    EXPECT_EQ(seccomp.objection(level_of(seccomp, "unconfined"), engine_with(options)), std::nullopt);
  }
}

TEST(SeccompObjection, AnOldEngineDoesNotKnowBuiltin) {
  const json options{"name=seccomp,profile=default"};
  const auto objection = seccomp.objection(level_of(seccomp, "builtin"), engine_with(options));
  ASSERT_TRUE(objection);
  EXPECT_THAT(*objection, HasSubstr("version 20.10.24+dfsg1; it came with 23"));
  EXPECT_EQ(seccomp.objection(level_of(seccomp, "builtin"), engine_with(options, "23.0.0")), std::nullopt);
}

TEST(SeccompObjection, NothingIsSaidOfAnEngineThatWasNotAsked) {
  for (const json& engine : {json(), json::object()}) {
    for (const char* level : {"default", "builtin", "unconfined"}) {
      EXPECT_EQ(seccomp.objection(level_of(seccomp, level), engine), std::nullopt);
    }
  }
}

}  // namespace
}  // namespace orchestrate
