// The four articles on the real engine, by `orchestrate reproduce`: every sentence gets a verdict, and those that do
// not depend on the machine hold.

#include <gmock/gmock.h>

#include <fstream>
#include <iostream>
#include <map>
#include <set>

#include "e2e/program.hpp"
#include "experiment/reader.hpp"
#include "experiment/reference.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Articles : public RealEngine {};

json found_in(const std::filesystem::path& folder, const std::string& experiment) {
  return json::parse(std::ifstream(folder / experiment / "latest/summary.json"));
}

std::string verdict_of(const json& summary, const std::string& claim) {
  for (const json& one : summary.at("claims")) {
    if (one.at("id") == claim) return one.at("verdict").get<std::string>();
  }
  return "missing";
}

/// How many system calls one call of an operation makes, counted, in the first condition of a run.
double system_calls(const json& summary, const std::string& operation) {
  for (const json& one : summary.at("operations")) {
    if (one.at("operation") != operation) continue;
    const json& counted = one.at("system_calls");
    double all = 0;
    for (const auto& [name, times] : counted.at("by_name").items()) all += times.get<double>();
    return all / counted.at("calls").get<double>();
  }
  return -1;
}

void expect_counts(const json& clocks) {
  for (const char* free :
       {"monotonic", "monotonic_raw", "monotonic_coarse", "realtime", "realtime_coarse", "boottime", "tai"}) {
    EXPECT_EQ(system_calls(clocks, std::string("clock_") + free), 0) << free;
    EXPECT_EQ(system_calls(clocks, std::string("clock_") + free + "_syscall"), 1) << free;
  }
  for (const char* dear : {"process_cputime", "thread_cputime"}) {
    EXPECT_EQ(system_calls(clocks, std::string("clock_") + dear), 1) << dear;
  }
}

TEST_F(Articles, AreReproducedSentenceBySentence) {
  const Outcome outcome = orchestrate({"reproduce", "--results", folder_.path().string(), "--quiet"});
  std::cout << outcome.output << outcome.errors;
  EXPECT_THAT(outcome.state.code, AnyOf(0, 1)) << "an article may be wrong here, but nothing may be unproven or broken";
  const auto folder = folder_.path() / "reproduce/latest";
  const std::string page = read_file(folder / "reproduction.md");
  EXPECT_THAT(page, Not(HasSubstr("was not run")));
  EXPECT_THAT(page, Not(HasSubstr("has no claim")));
  EXPECT_THAT(page, HasSubstr("## What differs from the articles"));

  // What holds on any machine.
  const std::map<std::string, std::vector<const char*>> certain{
      {"seccomp", {"flag_arrived", "filter", "no_pid_cache"}},
      {"syscall-cost", {"vdso", "no_pid_cache", "function_calls", "buffering"}},
      {"clocks", {"monotonic_makes_none", "process_cputime_makes_one", "thread_cputime_makes_one", "vdso_mapped"}},
      {"getpid-latency", {"average", "wrapper", "cached"}},
      {"glibc", {"no_pid_cache_2_31", "no_pid_cache_2_36", "no_pid_cache_2_41"}},
      {"context-switch", {"one_switch_a_round", "own_pipe_cheaper", "pinned_runs_together", "split_is_dearer"}}};
  for (const auto& [experiment, claims] : certain) {
    const json summary = found_in(folder, experiment);
    for (const char* claim : claims) EXPECT_EQ(verdict_of(summary, claim), "holds") << experiment << "/" << claim;
    EXPECT_EQ(summary.at("containers").at("left_behind"), 0);
  }
  const json clocks = found_in(folder, "clocks");
  EXPECT_EQ(clocks.at("operations").at(0).at("system_calls").at("calls"), 100'000);
  expect_counts(clocks);
}

/// The names of all claims of the experiments that come with the program, as "seccomp/filter".
std::set<std::string> all_claims() {
  std::set<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(project_file("experiments"))) {
    if (file.path().extension() != ".yaml") continue;
    const Experiment experiment = read_experiment(file.path());
    for (const Claim& claim : experiment.claims) names.insert(experiment.name + "/" + claim.id);
  }
  return names;
}

TEST(ArticlesOnPaper, EverySentenceNamesAClaimThatIsThere) {
  const std::set<std::string> claims = all_claims();
  std::size_t sentences = 0;
  for (const auto& file : std::filesystem::directory_iterator(project_file("results/reference"))) {
    for (const Sentence& sentence : read_reference(file.path()).sentences) {
      ++sentences;
      if (sentence.claim.empty()) continue;
      const std::string name = sentence.experiment + "/" + sentence.claim;
      EXPECT_EQ(claims.count(name), 1U) << name << " in " << file.path();
    }
  }
  EXPECT_GE(sentences, 45U);
}

}  // namespace
}  // namespace orchestrate
