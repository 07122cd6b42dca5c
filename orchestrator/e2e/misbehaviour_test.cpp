// Probes and engine clients that misbehave, on the real engine: told by their words, without any number, with nothing
// left behind, and without harm to the others.

#include "e2e/misbehaviour.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "e2e/program.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

/// "not_JSON"
std::string in_one_word(std::string name) {
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

class MisbehavingProbe : public RealEngine, public ::testing::WithParamInterface<ProbeFault> {
 protected:
  /// Runs the experiment in which one condition has this fault.
  [[nodiscard]] Outcome run_with(const std::string& fault, const std::string& design) const {
    const std::filesystem::path place = folder_.path() / "place";
    std::filesystem::create_directory(place);
    return run_program(program_with_misbehaving_probe(place),
                       {"run", experiment_file(misbehaving_experiment(fault, design)), "--results",
                        (folder_.path() / "results").string(), "--quiet", "--no-exclusive", "--retries", "1",
                        "--answer-timeout", "3s"});
  }

  void expect_told(const Outcome& outcome, const ProbeFault& fault) const {
    ASSERT_EQ(outcome.state.code, 3) << outcome.output << outcome.errors;
    const json found = summary("misbehaving");
    ASSERT_EQ(found.at("given_up").size(), 1U) << found.at("given_up");
    EXPECT_EQ(found.at("given_up")[0].at("kind"), fault.word) << found.at("given_up");
    EXPECT_EQ(found.at("given_up")[0].at("condition").at("env.MISBEHAVE"), fault.name);
    ASSERT_EQ(found.at("problems").size(), 2U) << "one retry";
    for (const json& problem : found.at("problems")) {
      EXPECT_EQ(problem.at("kind"), fault.word) << problem;
      EXPECT_EQ(problem.at("condition").at("env.MISBEHAVE"), fault.name);
    }
    EXPECT_THAT(read_file(latest("misbehaving") / "journal.jsonl"), HasSubstr("\"kind\":\"" + fault.word + "\""));
    EXPECT_THAT(outcome.errors, HasSubstr("(" + fault.word + ")"));
    EXPECT_THAT(outcome.errors, HasSubstr("0 of 1 retries left"));
    EXPECT_EQ(found.at("containers").at("left_behind"), 0);
  }

  /// The honest conditions have their numbers, the other has none.
  void expect_only_honest_numbers(const std::string& fault) const {
    const json found = summary("misbehaving");
    EXPECT_EQ(found.at("rounds"), 2);
    EXPECT_EQ(found.at("operations").size(), 2U * 2);
    for (const json& operation : found.at("operations"))
      EXPECT_NE(operation.at("condition").at("env.MISBEHAVE"), fault);
    for (const json& contrast : found.at("contrasts")) {
      const bool honest = contrast.at("levels")[1] == "honest";
      EXPECT_EQ(contrast.contains("difference_ns"), honest) << contrast;
      EXPECT_EQ(contrast.at("verdict") == "unattested", !honest) << contrast;
    }
    EXPECT_THAT(read_file(latest("misbehaving") / "samples.csv"), Not(HasSubstr("," + fault + ",")));
  }
};

TEST_P(MisbehavingProbe, IsToldAndTheOthersGoOn) {
  const Outcome outcome = run_with(GetParam().name, ", hand_over: stdio");
  expect_told(outcome, GetParam());
  expect_only_honest_numbers(GetParam().name);
}

INSTANTIATE_TEST_SUITE_P(Faults, MisbehavingProbe, ::testing::ValuesIn(probe_faults()),
                         [](const auto& info) { return in_one_word(info.param.name); });

using MisbehavingProbeByFutex = MisbehavingProbe;

TEST_P(MisbehavingProbeByFutex, IsToldAndTheOthersGoOn) {
  const Outcome outcome = run_with(GetParam().name, ", hand_over: futex");
  expect_told(outcome, GetParam());
  expect_only_honest_numbers(GetParam().name);
}

INSTANTIATE_TEST_SUITE_P(Faults, MisbehavingProbeByFutex,
                         ::testing::Values(ProbeFault{"not JSON", "not JSON"},
                                           ProbeFault{"clock backwards", "clock went backwards"},
                                           ProbeFault{"zero time", "absurd time"}, ProbeFault{"SIGSEGV", "signal"},
                                           ProbeFault{"eat memory", "out of memory"}),
                         [](const auto& info) { return in_one_word(info.param.name); });

class MisbehavingClient : public RealEngine {
 protected:
  /// A run that has one retry and short time-outs.
  [[nodiscard]] Outcome run_with(const std::string& client) const {
    const std::string text = misbehaving_experiment("more", "");
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

TEST_F(MisbehavingClient, ThatDoesNotSayWhatBecameOfContainersEndsTheRun) {
  for (const ClientFault& fault : client_faults("container")) {
    const Outcome outcome = run_with(client_that(fault.shell));
    EXPECT_EQ(outcome.state.code, 4) << fault.name << "\n" << outcome.output << outcome.errors;
    if (fault.name == "hangs") {
      EXPECT_THAT(outcome.errors, HasSubstr("--engine-timeout lengthens that"));
    }
    if (fault.name == "prints 1 GB") {
      EXPECT_THAT(outcome.errors, HasSubstr("answered without end"));
    }
    EXPECT_EQ(summary("misbehaving").at("stopped"), "failed") << fault.name;
    EXPECT_TRUE(summary("misbehaving").at("operations").empty()) << fault.name;
    // Whoever is not told of containers can remove none that it has lost.
    EXPECT_EQ(orchestrate({"clean"}).state.code, 0);
  }
}

}  // namespace
}  // namespace orchestrate
