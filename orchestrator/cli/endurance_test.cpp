#include "cli/endurance.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>

#include "support/failure.hpp"

namespace orchestrate {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

Endurance read(std::vector<std::string> words) {
  CLI::App app;
  Endurance endurance;
  add_endurance(app, endurance);
  std::reverse(words.begin(), words.end());
  app.parse(words);
  return endurance;
}

TEST(Endurance, HasItsDefaults) {
  const Endurance endurance = read({});
  EXPECT_EQ(endurance.retries, 2);
  EXPECT_EQ(endurance.patience.ready, 60s);
  EXPECT_EQ(endurance.patience.answer, 30s);
  EXPECT_EQ(endurance.engine.answer, 30s);
  EXPECT_EQ(endurance.engine.removal, 60s);
  EXPECT_EQ(endurance.preparation, 1h);
  EXPECT_EQ(endurance.patience.run, std::nullopt);
}

TEST(Endurance, EachOptionSetsItsOwn) {
  const Endurance endurance =
      read({"--retries", "0", "--ready-timeout", "90s", "--answer-timeout", "500ms", "--engine-timeout", "2min",
            "--removal-timeout", "7s", "--preparation-timeout", "90min", "--run-timeout", "4h"});
  EXPECT_EQ(endurance.retries, 0);
  EXPECT_EQ(endurance.patience.ready, 90s);
  EXPECT_EQ(endurance.patience.answer, 500ms);
  EXPECT_EQ(endurance.engine.answer, 2min);
  EXPECT_EQ(endurance.engine.removal, 7s);
  EXPECT_EQ(endurance.preparation, 90min);
  EXPECT_EQ(endurance.patience.run, 4h);
}

TEST(Endurance, WhatIsNoTimeIsRefusedWithItsOption) {
  for (const char* text : {"", "60", "0s", "-1s", "s", "1d", "nan s", "1000h", "60 s"}) {
    try {
      read({"--ready-timeout", text});
      ADD_FAILURE() << text;
    } catch (const UsageFailure& failure) {
      EXPECT_THAT(failure.what(), HasSubstr("--ready-timeout: found "));
    }
  }
  EXPECT_THROW(read({"--retries", "-1"}), CLI::ParseError);
}

}  // namespace
}  // namespace orchestrate
