// The selftest on the real engine: every sabotage is caught and no honest run is accused.

#include <gmock/gmock.h>

#include <iostream>

#include "e2e/program.hpp"

namespace orchestrate {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Selftest : public RealEngine {};

TEST_F(Selftest, CatchesEverySabotageAndAccusesNoHonestRun) {
  const Outcome outcome = orchestrate({"selftest", "--quiet"});
  std::cout << outcome.output << outcome.errors;
  EXPECT_EQ(outcome.state.code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("30 of 30 caught, 5 of 5 honest runs clean"));
  EXPECT_THAT(outcome.output, HasSubstr("20 pairs whose flag was swallowed: "));
  EXPECT_THAT(outcome.output, HasSubstr("20 pairs whose flag arrived: 0 matches, ")) << "never called equal";
  EXPECT_THAT(outcome.output, Not(HasSubstr("MISSED")));
}

}  // namespace
}  // namespace orchestrate
