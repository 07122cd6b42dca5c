#include "factors/table.hpp"

#include <gtest/gtest.h>

#include <set>

#include "factors/testing.hpp"
#include "factors/words.hpp"

namespace orchestrate {
namespace {

using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Factors, EachIsFoundByItsNameAndHasItsWordsAccepted) {
  for (const Factor* factor : all_factors()) {
    EXPECT_EQ(find_factor(factor->name()), factor);
    for (const std::string& word : factor->words()) EXPECT_FALSE(factor->refusal(word, ".")) << factor->name() << word;
  }
  EXPECT_EQ(find_factor("env.PATH"), &env_factor());
  EXPECT_EQ(find_factor("engine_args.shm"), &engine_args_factor());
  EXPECT_EQ(find_factor("seccompp"), nullptr);
}

TEST(Factors, AnImpliedLevelIsAccepted) {
  for (const Factor* factor : all_factors()) {
    const auto implied = factor->implied(sample_host());
    if (!implied) continue;
    EXPECT_FALSE(factor->refusal(*implied, ".")) << factor->name();
  }
}

TEST(Factors, ImpliedLevelsAddTheProbeAndWallsAndNothingElse) {
  std::vector<std::string> options;
  for (const Factor* factor : all_factors()) {
    const auto implied = factor->implied(sample_host());
    if (!implied) continue;
    for (const std::string& option : options_of(*factor, *implied)) options.push_back(option);
  }
  EXPECT_THAT(options,
              ElementsAre("--mount", "type=bind,source=/usr/lib/probe,target=/orchestrate/probe,readonly", "--memory",
                          "512m", "--memory-swap", "-1", "--read-only", "--network", "none", "--pids-limit", "256"));
}

TEST(Factors, ALevelThatLooksLikeAnOptionIsRefused) {
  for (const Factor* factor : all_factors()) {
    // The text of a variable stands behind NAME= in the same argument, where it is no option whatever it looks like.
    if (factor == &env_factor()) continue;
    for (const char* level : {"--privileged", "-v", "-"}) {
      EXPECT_TRUE(factor->refusal(level, ".")) << factor->name() << " " << level;
    }
  }
}

TEST(Factors, AnOptionHasOneOwner) {
  std::set<std::string> seen;
  for (const Factor* factor : all_factors()) {
    for (const std::string& option : factor->owned_options()) EXPECT_TRUE(seen.insert(option).second) << option;
  }
}

TEST(Factors, EmptyEvidenceIsNeverInForce) {
  for (const Factor* factor : all_factors()) {
    const auto implied = factor->implied(sample_host());
    if (!implied) continue;
    const Level level = level_of(*factor, *implied);
    EXPECT_THAT(factor->from_record(level, nlohmann::json::object()), Unreadable("inspect")) << factor->name();
    EXPECT_THAT(factor->from_config(level, nlohmann::json::object()), Unreadable("config.json")) << factor->name();
    EXPECT_THAT(factor->from_witness(level, Witness{}), AnyOf(Unreadable("the process"), Silent())) << factor->name();
  }
}

TEST(Words, ARefusalSaysWhatIsAllowedAndWhatMayBeMeant) {
  EXPECT_EQ(not_allowed(read_only_factor(), "ture"),
            "read_only cannot be ture. Did you mean true? (allowed: true or false)");
  EXPECT_EQ(not_allowed(read_only_factor(), ""), "read_only cannot be empty; allowed: true or false.");
  EXPECT_THAT(not_allowed(read_only_factor(), "\x1b[31m"), HasSubstr("\\x1b[31m"));
}

TEST(Words, APlainNameCannotBeTakenForAnOption) {
  for (const char* name : {"runc", "io.containerd.runc.v2", "64m", "a_b-c"}) EXPECT_TRUE(is_plain_name(name)) << name;
  for (const char* name : {"", "-a", ".a", "a b", "a/b", "ä"}) EXPECT_FALSE(is_plain_name(name)) << name;
}

}  // namespace
}  // namespace orchestrate
