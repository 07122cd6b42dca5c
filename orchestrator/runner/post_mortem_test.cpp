#include "runner/post_mortem.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

std::optional<Ending> ending(json state) {
  return ending_in({{"State", std::move(state)}});
}

TEST(PostMortem, OneThatRunsHasNotEnded) {
  EXPECT_FALSE(ending({{"Running", true}, {"ExitCode", 0}}));
  EXPECT_FALSE(ending_in(json::object())) << "what the engine does not say is not made up";
  EXPECT_FALSE(ending({{"Running", false}})) << "nor is a status";
}

TEST(PostMortem, OneThatNeverRanHasNoEnding) {
  EXPECT_FALSE(ending({{"Running", false}, {"Status", "created"}, {"ExitCode", 127}}));
}

TEST(PostMortem, ItsMemoryLimitIsToldFromASignal) {
  EXPECT_EQ(ending({{"Running", false}, {"ExitCode", 137}, {"OOMKilled", true}})->fault, Fault::out_of_memory);
  const auto killed = ending({{"Running", false}, {"ExitCode", 137}, {"OOMKilled", false}});
  EXPECT_EQ(killed->fault, Fault::by_signal);
  EXPECT_THAT(killed->what, HasSubstr("signal 9 (Killed)"));
}

TEST(PostMortem, ItsOwnExitIsToldWithItsStatus) {
  const auto ended = ending({{"Running", false}, {"ExitCode", 3}});
  EXPECT_EQ(ended->fault, Fault::probe_ended);
  EXPECT_THAT(ended->what, HasSubstr("exit status 3"));
  EXPECT_EQ(ending({{"Running", false}, {"ExitCode", 255}})->fault, Fault::probe_ended) << "there is no such signal";
}

TEST(PostMortem, WhatTheEngineSaysIsShownAndEscaped) {
  const auto ended = ending({{"Running", false}, {"ExitCode", 128}, {"Error", "no \x1b[31mspace"}});
  EXPECT_EQ(ended->fault, Fault::engine_error);
  EXPECT_THAT(ended->what, HasSubstr("no \\x1b[31mspace"));
}

}  // namespace
}  // namespace orchestrate
