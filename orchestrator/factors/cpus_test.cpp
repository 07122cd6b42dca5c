#include <gtest/gtest.h>

#include "factors/testing.hpp"
#include "support/failure.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;

const Factor& cpus = cpus_factor();

TEST(Cpus, PutsItsLevelsIntoArguments) {
  EXPECT_THAT(options_of(cpus, "unpinned"), ElementsAre());
  EXPECT_THAT(options_of(cpus, "pinned"), ElementsAre("--cpuset-cpus", "1"));
  EXPECT_THAT(options_of(cpus, "split"), ElementsAre("--cpuset-cpus", "0-1"));
  EXPECT_THAT(options_of(cpus, "1,0"), ElementsAre("--cpuset-cpus", "0-1"));
}

TEST(Cpus, RefusesWhatIsNoListAndWhatThisHostLacks) {
  EXPECT_THAT(cpus.refusal("pined", "."), RefusedWith("Did you mean pinned?"));
  for (const char* wrong : {"", "3-1", "0 1"}) EXPECT_TRUE(cpus.refusal(wrong, ".")) << wrong;
  EXPECT_THROW(level_of(cpus, "2"), EnvironmentFailure);
  Host small = sample_host();
  small.cpus = {0};
  EXPECT_THROW(static_cast<void>(cpus.resolve({"cpus", "split", ".", {}}, small)), EnvironmentFailure);
}

TEST(Cpus, ReadsTheRecord) {
  const Level pinned = level_of(cpus, "pinned");
  EXPECT_THAT(cpus.from_record(pinned, record_with("CpusetCpus", "1")), InForce());
  EXPECT_THAT(cpus.from_record(pinned, record_with("CpusetCpus", "")), Another("unpinned"));
  EXPECT_THAT(cpus.from_record(pinned, record_with("CpusetCpus", "0")), Another("0"));
  EXPECT_THAT(cpus.from_record(pinned, json::object()), Unreadable("CpusetCpus"));
  EXPECT_THAT(cpus.from_record(level_of(cpus, "unpinned"), record_with("CpusetCpus", "")), InForce());
  EXPECT_THAT(cpus.from_record(level_of(cpus, "unpinned"), record_with("CpusetCpus", "0-1")), Another("0-1"));
}

TEST(Cpus, ReadsTheConfig) {
  const Level pinned = level_of(cpus, "pinned");
  EXPECT_THAT(cpus.from_config(pinned, config_with("/linux/resources/cpu", {{"shares", 0}, {"cpus", "1"}})), InForce());
  EXPECT_THAT(cpus.from_config(pinned, config_with("/linux/resources/cpu", {{"shares", 0}})), Another("unpinned"));
  EXPECT_THAT(cpus.from_config(pinned, config_with("/linux/resources/cpu/cpus", "0")), Another("0"));
  EXPECT_THAT(cpus.from_config(pinned, json::object()), Unreadable("config.json"));
  EXPECT_THAT(cpus.from_config(level_of(cpus, "unpinned"), config_with("/linux/resources/cpu/cpus", "")), InForce());
}

TEST(Cpus, ReadsTheWitness) {
  const Level pinned = level_of(cpus, "pinned");
  Witness witness;
  EXPECT_THAT(cpus.from_witness(pinned, witness), Unreadable("cpus_allowed_list"));
  witness.cpus_allowed_list = "1";
  EXPECT_THAT(cpus.from_witness(pinned, witness), Unreadable("affinity"));
  witness.affinity = {1};
  EXPECT_THAT(cpus.from_witness(pinned, witness), InForce());
  witness.affinity = {0, 1};
  EXPECT_THAT(cpus.from_witness(pinned, witness), Another("0-1"));
  EXPECT_THAT(cpus.from_witness(level_of(cpus, "1"), witness), Another("0-1")) << "the two must agree";
  witness.cpus_allowed_list = "0-1";
  EXPECT_THAT(cpus.from_witness(pinned, witness), Another("0-1"));
  EXPECT_THAT(cpus.from_witness(level_of(cpus, "unpinned"), witness), InForce());
}

TEST(Cpus, SplitBindsOneEndOfAnOperationToEachCpu) {
  const Level split = level_of(cpus, "split");
  ContainerSpec spec;
  cpus.apply(split, spec);
  EXPECT_THAT(spec.command, ElementsAre("--ends", "0,1"));
  Witness witness;
  witness.cpus_allowed_list = "0-1";
  witness.affinity = {0, 1};
  EXPECT_THAT(cpus.from_witness(split, witness), Another("ends not bound"));
  witness.ends = {1, 0};
  EXPECT_THAT(cpus.from_witness(split, witness), Another("ends bound to 1,0"));
  witness.ends = {0, 1};
  EXPECT_THAT(cpus.from_witness(split, witness), InForce());
  EXPECT_THAT(cpus.from_witness(level_of(cpus, "unpinned"), witness), Another("ends bound to 0,1"));
}

}  // namespace
}  // namespace orchestrate
