#include <gtest/gtest.h>

#include "factors/testing.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Factor& factor = runtime_factor();

Witness under_kernel(const char* release) {
  return witness_with("/kernel/release", release);
}

TEST(Runtime, PutsItsLevelsIntoArguments) {
  EXPECT_THAT(options_of(factor, "default"), ElementsAre());
  EXPECT_THAT(options_of(factor, "runc"), ElementsAre("--runtime", "runc"));
}

TEST(Runtime, RefusesWhatIsNoName) {
  EXPECT_THAT(factor.refusal("Default", "."), RefusedWith("Did you mean default?"));
  for (const char* wrong : {"", "-x", "a b", "/usr/bin/runc"})
    EXPECT_THAT(factor.refusal(wrong, "."), RefusedWith("allowed"));
}

TEST(Runtime, AnUnknownOneIsObjectedTo) {
  const auto objection = factor.objection(level_of(factor, "rumc"), sample_host().engine);
  ASSERT_TRUE(objection);
  EXPECT_THAT(*objection, AllOf(HasSubstr("io.containerd.runc.v2, runc"), HasSubstr("Did you mean runc?")));
  EXPECT_EQ(factor.objection(level_of(factor, "runc"), sample_host().engine), std::nullopt);
  EXPECT_EQ(factor.objection(level_of(factor, "default"), sample_host().engine), std::nullopt);
  EXPECT_EQ(factor.objection(level_of(factor, "rumc"), nullptr), std::nullopt);
}

TEST(Runtime, ReadsTheRecord) {
  EXPECT_THAT(factor.from_record(level_of(factor, "runc"), record_with("Runtime", "runc")), InForce());
  EXPECT_THAT(factor.from_record(level_of(factor, "default"), record_with("Runtime", "runc")), InForce());
  EXPECT_THAT(factor.from_record(level_of(factor, "crun"), record_with("Runtime", "runc")), Another("runc"));
  EXPECT_THAT(factor.from_record(level_of(factor, "default"), record_with("Runtime", "crun")), Another("crun"));
  EXPECT_THAT(factor.from_record(level_of(factor, "runc"), json::object()), Unreadable("Runtime"));
  const Level unknown = factor.resolve({"runtime", "default", ".", {}}, Host{});
  EXPECT_THAT(factor.from_record(unknown, record_with("Runtime", "runc")), Unreadable("default"));
}

TEST(Runtime, TheConfigDoesNotNameIt) {
  EXPECT_THAT(factor.from_config(level_of(factor, "runc"), plain_config()), Silent());
}

TEST(Runtime, TheProcessSeesWhoseKernelAnswers) {
  EXPECT_THAT(factor.from_witness(level_of(factor, "runc"), under_kernel("6.18.44")), InForce());
  EXPECT_THAT(factor.from_witness(level_of(factor, "default"), under_kernel("6.18.44")), InForce());
  EXPECT_THAT(factor.from_witness(level_of(factor, "runc"), under_kernel("4.4.0")),
              Another("a runtime with a kernel of its own"));
  EXPECT_THAT(factor.from_witness(level_of(factor, "runsc"), under_kernel("4.4.0")), InForce());
  EXPECT_THAT(factor.from_witness(level_of(factor, "kata-runtime"), under_kernel("6.18.44")),
              Another("a runtime on the host's kernel"));
  EXPECT_THAT(factor.from_witness(level_of(factor, "runc"), witness_without("kernel", "uname: EPERM")),
              Unreadable("uname"));
}

TEST(Runtime, WithoutAnEngineTheKernelIsThisMachines) {
  EXPECT_FALSE(factor.resolve({"runtime", "runc", ".", {}}, Host{}).resolved.at("kernel").get<std::string>().empty());
}

}  // namespace
}  // namespace orchestrate
