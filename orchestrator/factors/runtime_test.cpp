#include <gtest/gtest.h>

#include "factors/testing.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Factor& runtime = runtime_factor();

Witness under_kernel(const char* release) {
  return witness_with("/kernel/release", release);
}

TEST(Runtime, PutsItsLevelsIntoArguments) {
  EXPECT_THAT(options_of(runtime, "default"), ElementsAre());
  EXPECT_THAT(options_of(runtime, "runc"), ElementsAre("--runtime", "runc"));
}

TEST(Runtime, RefusesWhatIsNoName) {
  EXPECT_THAT(runtime.refusal("Default", "."), RefusedWith("Did you mean default?"));
  for (const char* wrong : {"", "-x", "a b", "/usr/bin/runc"})
    EXPECT_THAT(runtime.refusal(wrong, "."), RefusedWith("allowed"));
}

TEST(Runtime, AnUnknownOneIsObjectedTo) {
  const auto objection = runtime.objection(level_of(runtime, "rumc"), sample_host().engine);
  ASSERT_TRUE(objection);
  EXPECT_THAT(*objection, AllOf(HasSubstr("io.containerd.runc.v2, runc"), HasSubstr("Did you mean runc?")));
  EXPECT_EQ(runtime.objection(level_of(runtime, "runc"), sample_host().engine), std::nullopt);
  EXPECT_EQ(runtime.objection(level_of(runtime, "default"), sample_host().engine), std::nullopt);
  EXPECT_EQ(runtime.objection(level_of(runtime, "rumc"), nullptr), std::nullopt);
}

TEST(Runtime, ReadsTheRecord) {
  EXPECT_THAT(runtime.from_record(level_of(runtime, "runc"), record_with("Runtime", "runc")), InForce());
  EXPECT_THAT(runtime.from_record(level_of(runtime, "default"), record_with("Runtime", "runc")), InForce());
  EXPECT_THAT(runtime.from_record(level_of(runtime, "crun"), record_with("Runtime", "runc")), Another("runc"));
  EXPECT_THAT(runtime.from_record(level_of(runtime, "default"), record_with("Runtime", "crun")), Another("crun"));
  EXPECT_THAT(runtime.from_record(level_of(runtime, "runc"), json::object()), Unreadable("Runtime"));
  const Level unknown = runtime.resolve({"runtime", "default", ".", {}}, Host{});
  EXPECT_THAT(runtime.from_record(unknown, record_with("Runtime", "runc")), Unreadable("default"));
}

TEST(Runtime, TheConfigDoesNotNameIt) {
  EXPECT_THAT(runtime.from_config(level_of(runtime, "runc"), plain_config()), Silent());
}

TEST(Runtime, TheProcessSeesWhoseKernelAnswers) {
  EXPECT_THAT(runtime.from_witness(level_of(runtime, "runc"), under_kernel("6.18.44")), InForce());
  EXPECT_THAT(runtime.from_witness(level_of(runtime, "default"), under_kernel("6.18.44")), InForce());
  EXPECT_THAT(runtime.from_witness(level_of(runtime, "runc"), under_kernel("4.4.0")),
              Another("a runtime with a kernel of its own"));
  EXPECT_THAT(runtime.from_witness(level_of(runtime, "runsc"), under_kernel("4.4.0")), InForce());
  EXPECT_THAT(runtime.from_witness(level_of(runtime, "kata-runtime"), under_kernel("6.18.44")),
              Another("a runtime on the host's kernel"));
  EXPECT_THAT(runtime.from_witness(level_of(runtime, "runc"), witness_without("kernel", "uname: EPERM")),
              Unreadable("uname"));
}

TEST(Runtime, WithoutAnEngineTheKernelIsThisMachines) {
  EXPECT_FALSE(runtime.resolve({"runtime", "runc", ".", {}}, Host{}).resolved.at("kernel").get<std::string>().empty());
}

}  // namespace
}  // namespace orchestrate
