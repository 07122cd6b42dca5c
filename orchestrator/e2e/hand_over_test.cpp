// How turns pass from container to container on the real engine: whichever way, no two batches of a round overlap.

#include <gmock/gmock.h>

#include <csignal>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "e2e/program.hpp"

namespace orchestrate {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;
using ::testing::HasSubstr;

class HandOverTest : public RealEngine {
 protected:
  /// A file of this test: four containers, with `design` and `factors` added to.
  std::string experiment(const std::string& design, const std::string& factors = "seccomp: [default, unconfined]",
                         const std::string& pair = "{factor: seccomp, operations: [getpid], expect: differ}") const {
    return experiment_file(
        "experiment: turns\nquestion: Who works when?\ncontainer: {image: debian:12-slim}\nfactors:\n  " + factors +
        "\noperations: [empty_loop, getpid, pipe_pingpong]\ndesign: {batch: 1ms, " + design + "}\ncontrasts:\n  - " +
        pair + "\n");
  }

  std::vector<json> facts() const {
    std::vector<json> all;
    const std::string journal = read_file(latest("turns") / "journal.jsonl");
    for (std::size_t at = 0; at < journal.size();) {
      const std::size_t end = journal.find('\n', at);
      if (end == std::string::npos) break;  // a line that is just being written
      all.push_back(json::parse(journal.substr(at, end - at)));
      at = end + 1;
    }
    return all;
  }

  /// The folders in which the containers' files of turns were.
  std::set<std::filesystem::path> folders_of_turns() const {
    std::set<std::filesystem::path> folders;
    for (const json& fact : facts()) {
      if (fact.at("fact") != "container started") continue;
      for (const json& argument : fact.at("arguments")) {
        const std::string text = argument.get<std::string>();
        const std::size_t end = text.find("/turns,target=/orchestrate/turns");
        const std::size_t source = text.find("source=");
        if (end != std::string::npos) folders.insert(text.substr(source + 7, end - source - 7));
      }
    }
    return folders;
  }
};

/// Every batch of the journal begins after the one before it has ended: the next turn's of any operation and container.
void expect_no_overlap(const std::vector<json>& facts, std::size_t batches) {
  std::int64_t free_from_ns = 0;
  std::size_t seen = 0;
  for (const json& fact : facts) {
    if (fact.at("fact") != "turn") continue;
    for (const json& batch : fact.at("batches")) {
      EXPECT_GE(batch.at(1).get<std::int64_t>(), free_from_ns) << fact;
      free_from_ns = batch.at(1).get<std::int64_t>() + batch.at(2).get<std::int64_t>();
      ++seen;
    }
  }
  EXPECT_EQ(seen, batches);
}

TEST_F(HandOverTest, NoTwoBatchesOverlapWhicheverWay) {
  for (const std::string way : {"futex", "stdio"}) {
    const Outcome outcome = run(experiment("batches: 50, hand_over: " + way), {"--rounds", "2"});
    ASSERT_NE(outcome.state.code, 4) << outcome.output << outcome.errors;
    EXPECT_EQ(summary("turns").at("rules").at("hand_over"), way);
    expect_no_overlap(facts(), 2U * 50 * 3 * 3);
    const json time = summary("turns").at("time");
    // Reported, not asserted: it is the machine's.
    std::cout << "figures: by " << way << " "
              << time.at("batches_s").get<double>() / time.at("lockstep_s").get<double>()
              << " of the time within rounds was measuring\n";
    EXPECT_EQ(folders_of_turns().size(), way == "futex" ? 2U : 0U) << "one a round, and none that nobody needs";
    for (const auto& folder : folders_of_turns()) EXPECT_FALSE(std::filesystem::exists(folder)) << folder;
  }
}

TEST_F(HandOverTest, AReadOnlyContainerTakesTurns) {
  const Outcome outcome = run(experiment("batches: 10, hand_over: futex", "read_only: [false, true]",
                                         "{factor: read_only, operations: [getpid], expect: match}"),
                              {"--rounds", "1"});
  ASSERT_NE(outcome.state.code, 4) << outcome.output << outcome.errors;
  EXPECT_EQ(summary("turns").at("rules").at("hand_over"), "futex");
  for (const json& attestation : summary("turns").at("attestations")) {
    EXPECT_EQ(attestation.at("attested"), true) << attestation;
  }
}

/// A profile that refuses to sleep on a futex that several processes share; the engine itself needs others.
constexpr const char* no_shared_futex = R"({"defaultAction": "SCMP_ACT_ALLOW", "syscalls": [
  {"names": ["futex"], "action": "SCMP_ACT_ERRNO", "args": [{"index": 1, "value": 0, "op": "SCMP_CMP_EQ"}]}]})";

TEST_F(HandOverTest, AProfileThatRefusesFutexIsMeasuredByStdioAndTheReasonIsTold) {
  write_file(folder_.path() / "profile.json", no_shared_futex);
  const std::string factors = "seccomp: [default, ./profile.json]";
  const std::string pair = "{factor: seccomp, operations: [getpid], expect: match}";
  const Outcome outcome = run(experiment("batches: 10", factors, pair), {"--rounds", "1"});
  ASSERT_NE(outcome.state.code, 4) << outcome.output << outcome.errors;
  const json rules = summary("turns").at("rules");
  EXPECT_EQ(rules.at("hand_over"), "stdio");
  EXPECT_THAT(rules.at("hand_over_not_by_futex").at(0).at("why").get<std::string>(),
              HasSubstr("futex(FUTEX_WAIT): EPERM"));
  EXPECT_THAT(outcome.output, HasSubstr("turns were not passed on by futex: container "));
  const Outcome demanded = run(experiment("batches: 10, hand_over: futex", factors, pair), {"--rounds", "1"});
  EXPECT_EQ(demanded.state.code, 4);
  EXPECT_THAT(demanded.errors, HasSubstr("The experiment says hand_over: futex"));
  EXPECT_THAT(demanded.errors, HasSubstr("futex(FUTEX_WAIT): EPERM"));
}

TEST_F(HandOverTest, AnEngineThatDoesNotSeeTheFileMeasuresByStdio) {
  // As one does that lives elsewhere: it looks for the file under a name that is not there.
  const char* elsewhere = R"(
n=$#
while [ "$n" -gt 0 ]; do
  a=$1; shift; n=$((n - 1))
  case $a in (type=bind,source=/dev/shm/*) a="type=bind,source=/nowhere${a#type=bind,source=}";; esac
  set -- "$@" "$a"
done)";
  const Outcome outcome = run(experiment("batches: 10"), {"--rounds", "1", "--engine", client_that(elsewhere)});
  ASSERT_NE(outcome.state.code, 4) << outcome.output << outcome.errors;
  const json rules = summary("turns").at("rules");
  EXPECT_EQ(rules.at("hand_over"), "stdio");
  EXPECT_THAT(rules.at("hand_over_not_by_futex").at(0).at("why").get<std::string>(),
              HasSubstr("bind source path does not exist: /nowhere/dev/shm/orchestrate-turns-"));
}

/// How long a process has worked so far, in ticks of sysconf(_SC_CLK_TCK); 0 where there is none.
long ticks_of(const std::string& pid) {
  const std::string path = "/proc/" + pid + "/stat";
  if (!std::filesystem::exists(path)) return 0;
  std::ifstream file(path);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  std::istringstream fields(text.substr(std::min(text.size(), text.rfind(')') + 1)));
  std::string skipped;
  for (int field = 3; field < 14; ++field) fields >> skipped;
  long ticks = 0;
  fields >> ticks;
  return ticks;
}

/// A container of the run that has worked for a while, so that it is in the middle of its turns; empty where none has.
std::string working_container(const std::string& run) {
  const std::string docker = find_program("docker");
  const std::string ids =
      run_to_end({docker, "ps", "--quiet", "--no-trunc", "--filter", "label=orchestrate.run=" + run}, 30s).output;
  std::istringstream lines(ids);
  for (std::string id; std::getline(lines, id);) {
    const std::string pid = run_to_end({docker, "inspect", "--format", "{{.State.Pid}}", id}, 30s).output;
    if (ticks_of(pid.substr(0, pid.find('\n'))) >= 10) return id;
  }
  return {};
}

TEST_F(HandOverTest, AContainerThatDiesInTheMiddleIsNamedAndItsRoundIsDoneAgain) {
  Process process({ORCHESTRATE_PROGRAM, "run",
                   experiment("batches: 2000, rounds: {min: 200, max: 200}, hand_over: futex"), "--results",
                   (folder_.path() / "results").string(), "--no-exclusive", "--retries", "100"});
  const Deadline deadline = within(240s);
  std::string run;
  std::string id;
  // A container may have come to its round's end before it is killed: then one of the next round is.
  while (process.errors().find("It is done again") == std::string::npos &&
         std::chrono::steady_clock::now() < deadline) {
    process.read_line(within(100ms));  // waits on both streams
    if (run.empty() && std::filesystem::exists(latest("turns") / "journal.jsonl") && !facts().empty())
      run = facts().front().at("run").get<std::string>();
    const std::string found = run.empty() ? run : working_container(run);
    if (found.empty()) continue;
    id = found.substr(0, 12);
    run_to_end({find_program("docker"), "kill", id}, 30s);
    process.read_line(within(5s));
  }
  EXPECT_THAT(process.errors(), HasSubstr("failed (signal): "));
  EXPECT_THAT(process.errors(), HasSubstr("container " + id + " was ended by signal 9"));
  process.signal(SIGINT);
  const auto state = process.wait(within(60s));
  ASSERT_TRUE(state) << "the others hang";
  EXPECT_EQ(state->code, 130) << process.errors();
  EXPECT_EQ(summary("turns").at("problems").at(0).at("kind"), "signal");
  for (const auto& folder : folders_of_turns()) EXPECT_FALSE(std::filesystem::exists(folder)) << folder;
}

}  // namespace
}  // namespace orchestrate
