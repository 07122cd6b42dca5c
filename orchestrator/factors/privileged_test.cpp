#include <gtest/gtest.h>

#include "factors/capability_set.hpp"
#include "factors/testing.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;

const Factor& privileged = privileged_factor();

/// "CAP_…" of the first `count` capabilities.
json first_capabilities(std::size_t count) {
  json names = json::array();
  for (std::size_t i = 0; i < count; ++i) names.push_back("CAP_" + capability_names()[i]);
  return names;
}

json config_of(const json& bounding, const json& masked) {
  json config = config_with("/process/capabilities/bounding", bounding);
  if (!masked.is_null()) config["linux"]["maskedPaths"] = masked;
  return config;
}

Witness privileged_process(const char* bounding, int seccomp_mode) {
  return read_witness({{"capabilities", {{"bounding", bounding}}}, {"seccomp", {{"mode", seccomp_mode}}}});
}

TEST(Privileged, PutsItsLevelsIntoArguments) {
  EXPECT_THAT(options_of(privileged, "true"), ElementsAre("--privileged"));
  EXPECT_THAT(options_of(privileged, "false"), ElementsAre());
}

TEST(Privileged, RefusesAnotherWord) {
  EXPECT_THAT(privileged.refusal("treu", "."), RefusedWith("Did you mean true?"));
  EXPECT_THAT(privileged.refusal("1", "."), RefusedWith("allowed: true or false"));
}

TEST(Privileged, ReadsTheRecord) {
  EXPECT_THAT(privileged.from_record(level_of(privileged, "true"), record_with("Privileged", true)), InForce());
  EXPECT_THAT(privileged.from_record(level_of(privileged, "false"), record_with("Privileged", true)), Another("true"));
  EXPECT_THAT(privileged.from_record(level_of(privileged, "true"), json::object()), Unreadable("Privileged"));
}

TEST(Privileged, ReadsTheConfig) {
  const Level on = level_of(privileged, "true");
  EXPECT_THAT(privileged.from_config(on, config_of(first_capabilities(41), nullptr)), InForce());
  EXPECT_THAT(privileged.from_config(on, config_of(first_capabilities(38), json::array())), InForce())
      << "an engine that is older than its kernel";
  EXPECT_THAT(privileged.from_config(on, config_of(first_capabilities(14), json::array())), Another("false"));
  EXPECT_THAT(privileged.from_config(on, config_of(first_capabilities(41), {"/proc/kcore"})), Another("false"));
  EXPECT_THAT(privileged.from_config(level_of(privileged, "false"), plain_config()), InForce());
  EXPECT_THAT(privileged.from_config(on, json::object()), Unreadable("config.json"));
}

TEST(Privileged, ReadsTheWitness) {
  const Level on = level_of(privileged, "true");
  const Level off = level_of(privileged, "false");
  EXPECT_THAT(privileged.from_witness(on, privileged_process("000001ffffffffff", 0)), InForce());
  EXPECT_THAT(privileged.from_witness(off, privileged_process("000001ffffffffff", 0)), Another("true"));
  EXPECT_THAT(privileged.from_witness(on, privileged_process("00000000a80425fb", 2)), Another("false"));
  EXPECT_THAT(privileged.from_witness(off, privileged_process("000001ffffffffff", 2)), InForce())
      << "every capability, and a filter";
  EXPECT_THAT(privileged.from_witness(off, privileged_process("00000000a80425fb", 0)), InForce())
      << "merely unconfined";
  EXPECT_THAT(privileged.from_witness(on, witness_without("capabilities.bounding", "no CapBnd")),
              Unreadable("no CapBnd"));
  EXPECT_THAT(privileged.from_witness(on, witness_with("/capabilities/bounding", "000001ffffffffff")),
              Unreadable("seccomp.mode"));
}

}  // namespace
}  // namespace orchestrate
