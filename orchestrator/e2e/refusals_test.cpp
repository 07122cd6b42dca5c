// What the filter of a running container refuses, counted from what its runtime was told, against what the process in
// it met.

#include <gmock/gmock.h>

#include <iostream>
#include <map>

#include "e2e/program.hpp"
#include "journal/journal.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* three_calls = R"({"defaultAction": "SCMP_ACT_ALLOW", "syscalls": [
    {"names": ["keyctl", "kcmp"], "action": "SCMP_ACT_ERRNO", "errnoRet": 1},
    {"names": ["userfaultfd"], "action": "SCMP_ACT_ERRNO", "errnoRet": 38}]})";

class Refusals : public RealEngine {
 protected:
  /// One round of seccomp default, unconfined and a profile that refuses three calls.
  [[nodiscard]] Outcome run_three() const {
    const std::string profile = (folder_.path() / "three.json").string();
    write_file(profile, three_calls);
    return run(
        experiment_file("experiment: refusals\n"
                        "question: What does each filter refuse?\n"
                        "container: {image: debian:12-slim}\n"
                        "factors:\n"
                        "  seccomp: [default, unconfined, " +
                        profile +
                        "]\n"
                        "  cpus: [pinned]\n"
                        "operations: [getpid]\n"
                        "design: {interleave: lockstep, batch: 1ms, batches: 10, rounds: {min: 1, max: 1}}\n"));
  }

  /// The facts about each slot of the first round.
  struct Seen {
    std::map<std::size_t, FilterResolved> filters;
    std::map<std::size_t, json> fingerprints;
  };

  [[nodiscard]] Seen seen(const std::string& experiment) const {
    Seen found;
    replay(latest(experiment) / "journal.jsonl", [&](const Fact& fact) {
      if (const auto* filter = std::get_if<FilterResolved>(&fact)) found.filters[filter->place.slot] = *filter;
      if (const auto* started = std::get_if<ContainerStarted>(&fact)) {
        found.fingerprints[started->place.slot] = started->witness.at("fingerprint");
      }
    });
    return found;
  }
};

/// The system call behind a key of the fingerprint.
std::string system_call(const std::string& key) {
  if (key == "unshare_user") return "unshare";
  if (key == "socket_vsock") return "socket";
  return key;
}

/// With the probe's arguments the kernel itself answers these neither EPERM nor ENOSYS, whatever the privileges.
const std::vector<std::string> only_a_filter_refuses{"add_key", "clone3", "get_mempolicy", "kcmp", "keyctl"};

bool is_refusal(const std::string& answer) {
  return answer == "EPERM" || answer == "ENOSYS";
}

/// Every call that the process tried must have met what the filter is said to do with it.
void expect_as_the_process_met_it(const SeccompRefusals& refusals, const json& fingerprint) {
  for (const auto& [key, answer] : fingerprint.items()) {
    const std::string call = system_call(key);
    if (std::count(refusals.refused.begin(), refusals.refused.end(), call) > 0) {
      EXPECT_PRED1(is_refusal, answer.get<std::string>()) << key << " is said to be refused";
    } else if (std::count(only_a_filter_refuses.begin(), only_a_filter_refuses.end(), key) > 0) {
      EXPECT_FALSE(is_refusal(answer.get<std::string>())) << key << " gave " << answer << ", and is not in the list";
    }
  }
}

TEST_F(Refusals, AreThoseOfTheFilterThatWasLoaded) {
  const Outcome outcome = run_three();
  ASSERT_EQ(outcome.state.code, 0) << outcome.output << outcome.errors;
  const Seen found = seen("refusals");
  ASSERT_EQ(found.filters.size(), 3U) << "this host can read what the runtime was told; not of the twin";
  for (const auto& [slot, filter] : found.filters) {
    EXPECT_EQ(filter.failure, "");
    expect_as_the_process_met_it(filter.refusals, found.fingerprints.at(slot));
  }
  const SeccompRefusals& by_default = found.filters.at(0).refusals;
  for (const char* call : {"add_key", "keyctl", "mount", "unshare", "bpf"}) {
    EXPECT_THAT(by_default.refused, Contains(call));
  }
  EXPECT_THAT(by_default.refused_for_some_arguments, Contains("personality"));
  EXPECT_GT(by_default.allowed, 200U);
  EXPECT_FALSE(found.filters.at(1).refusals.loaded);
  EXPECT_THAT(found.filters.at(1).refusals.refused, IsEmpty());
  const SeccompRefusals& three = found.filters.at(2).refusals;
  EXPECT_THAT(three.refused, ElementsAre("kcmp", "keyctl", "userfaultfd"));
  EXPECT_THAT(three.refused_for_some_arguments, IsEmpty());
  EXPECT_EQ(three.all(), by_default.all());

  const json listed = summary("refusals").at("filters");
  ASSERT_EQ(listed.size(), 3U);
  EXPECT_EQ(listed[0].at("refused").at("names"), json(by_default.refused));
  EXPECT_EQ(listed[0].at("refused").at("count"), by_default.refused.size());
  EXPECT_EQ(listed[1].at("refused").at("count"), 0);
  EXPECT_EQ(listed[2].at("refused").at("count"), 3);
  EXPECT_THAT(outcome.output, HasSubstr("seccomp default refuses "));
  EXPECT_THAT(outcome.output, HasSubstr(": kcmp, keyctl, userfaultfd\n"));
  EXPECT_THAT(outcome.output, HasSubstr("seccomp unconfined refuses no system call: no filter is loaded\n"));
  std::cout << "figures: the default filter refuses " << by_default.refused.size() << " of " << by_default.all()
            << " calls, " << by_default.refused_for_some_arguments.size() << " more for some arguments only ("
            << by_default.resolved_by << ", " << by_default.architecture << ")\n"
            << json(by_default.refused) << "\n"
            << json(by_default.refused_for_some_arguments) << "\n";
}

}  // namespace
}  // namespace orchestrate
