// Clients that fail for each container, on the real engine. What else clients do, and what probes do, is in the table
// of faults (faults/).

#include "e2e/misbehaviour.hpp"

#include <gmock/gmock.h>

#include "e2e/program.hpp"

namespace orchestrate {
namespace {

using ::testing::HasSubstr;

class MisbehavingClient : public RealEngine {
 protected:
  /// A run that has no retry and short time-outs.
  [[nodiscard]] Outcome run_with(const std::string& client) const {
    const std::string text = misbehaving_experiment("more", "auto");
    return run(experiment_file(text), {"--engine", client, "--no-exclusive", "--retries", "0", "--ready-timeout", "3s",
                                       "--engine-timeout", "3s", "--removal-timeout", "3s"});
  }
};

TEST_F(MisbehavingClient, OfEachContainerEndsTheRunWithItsWords) {
  for (const ClientFault& fault : client_faults("run")) {
    const Outcome outcome = run_with(client_that(fault.shell));
    EXPECT_EQ(outcome.state.code, 4) << fault.name << "\n" << outcome.output << outcome.errors;
    EXPECT_THAT(outcome.errors, HasSubstr("iven up after 1 failed attempt")) << fault.name;
    if (fault.name == "hangs") {
      EXPECT_THAT(outcome.errors, HasSubstr("--ready-timeout lengthens that"));
    }
    EXPECT_EQ(summary("misbehaving").at("stopped"), "given up") << fault.name;
    EXPECT_TRUE(summary("misbehaving").at("operations").empty()) << fault.name;
  }
}

}  // namespace
}  // namespace orchestrate
