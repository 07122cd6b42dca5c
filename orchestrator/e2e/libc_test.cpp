// The probes of other libcs on the real engine: built by their own Debian, attested, told from another build, and
// skipped where they cannot be had.

#include <gmock/gmock.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <iostream>

#include "cli/places.hpp"
#include "e2e/program.hpp"
#include "factors/table.hpp"
#include "support/file_descriptor.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;
using namespace std::chrono_literals;

/// One round, and nothing is compared that a disturbed machine could get wrong.
constexpr const char* two_libcs = R"(experiment: libcs
question: Which libc is measured?
container: {image: debian:12-slim}
factors:
  libc: [native, glibc-2.36, glibc-2.24]
operations: [getpid]
design: {batch: 500us, batches: 20, rounds: {min: 1, max: 1}}
claims:
  - {id: cached, says: Before 2.25 libc cached the pid., value: getpid, at: {libc: glibc-2.24}, unit: ns, expect: "< 10"}
)";

/// What no registry gives, wherever this runs: `pull` and `image inspect` of Debian 9 fail.
constexpr const char* without_debian_9 =
    R"(case " $* " in *' debian:9-slim '*) echo 'no such image' >&2; exit 1 ;; esac)";

class Libcs : public RealEngine {
 protected:
  std::string file() const { return experiment_file(two_libcs); }
  std::string client() const { return client_that(without_debian_9); }
};

std::vector<std::string> attested_levels(const json& summary) {
  std::vector<std::string> levels;
  for (const json& one : summary.at("attestations")) {
    const bool attested = one.at("factor") == "libc" && one.at("attested") == true;
    if (attested) levels.push_back(one.at("declared").get<std::string>());
  }
  return levels;
}

TEST_F(Libcs, ThatTakeTooLongToMakeAreGivenUpByTheOptionsName) {
  const std::string hanging = client_that(R"(case " $* " in *' debian:9-slim '*) exec sleep 600 ;; esac)");
  // What holds the streams open is waited for: nothing of the script may live on.
  const Outcome outcome = orchestrate({"prepare", file(), "--engine", hanging, "--preparation-timeout", "1s"});
  EXPECT_EQ(outcome.state.code, 4) << outcome.output;
  EXPECT_EQ(outcome.errors,
            "making glibc-2.24 took longer than 1 s and was given up; --preparation-timeout lengthens that\n");
}

TEST_F(Libcs, ArePreparedMeasuredWithEvidenceAndSkippedWithTheReason) {
  const Outcome prepared = orchestrate({"prepare", file(), "--engine", client()});
  std::cout << prepared.errors;
  EXPECT_EQ(prepared.state.code, 0) << prepared.errors;
  EXPECT_THAT(prepared.output, HasSubstr("ready: libc glibc-2.36, build id "));
  EXPECT_THAT(prepared.output, HasSubstr("skipped: libc glibc-2.24: no registry gives debian:9-slim"));
  EXPECT_THAT(orchestrate({"prepare", file(), "--engine", client()}).errors, Not(HasSubstr("building")))
      << "the second time there is nothing to build";

  const Outcome outcome = run(file(), {"--engine", client()});
  EXPECT_EQ(outcome.state.code, 0) << outcome.output << outcome.errors;
  EXPECT_THAT(outcome.output, HasSubstr("skipped: libc glibc-2.24: no registry gives debian:9-slim"));
  EXPECT_EQ(outcome.errors, "") << "--quiet";
  const json found = summary("libcs");
  EXPECT_THAT(attested_levels(found), ::testing::UnorderedElementsAre("native", "glibc-2.36"));
  ASSERT_EQ(found.at("skipped").size(), 1U);
  EXPECT_EQ(found.at("skipped").at(0).at("level"), "glibc-2.24");
  EXPECT_THAT(found.at("skipped").at(0).at("reason").get<std::string>(), HasSubstr("no registry gives debian:9-slim"));
  EXPECT_EQ(found.at("claims").at(0).at("verdict"), "skipped");
  const json plan = json::parse(read_file(latest("libcs") / "plan.json"));
  EXPECT_EQ(plan.at("skipped"), found.at("skipped"));

  const std::string before = read_file(latest("libcs") / "summary.json");
  write_file(latest("libcs") / "summary.json", "overwritten");
  EXPECT_THAT(orchestrate({"report", latest("libcs").string()}).output, HasSubstr("skipped: libc glibc-2.24: "));
  EXPECT_EQ(read_file(latest("libcs") / "summary.json"), before) << "the report is a function of the journal";
}

TEST_F(Libcs, RequireAllMeasuresNothingWhereOneIsMissing) {
  for (const char* verb : {"prepare", "run"}) {
    std::vector<std::string> arguments{verb, file(), "--require-all", "--engine", client()};
    if (verb == std::string("run")) {
      arguments.insert(arguments.end(), {"--results", (folder_.path() / "results").string()});
    }
    const Outcome outcome = orchestrate(arguments);
    EXPECT_EQ(outcome.state.code, 4) << outcome.output << outcome.errors;
    EXPECT_THAT(outcome.errors, HasSubstr("libc glibc-2.24: no registry gives debian:9-slim"));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path() / "results/libcs")) << "nothing was measured";
}

TEST_F(Libcs, AProbeOfAnotherBuildIsSwallowed) {
  // The native probe is mounted in place of the one of the level; where the host is a Debian 12 its libc is the same.
  const std::string native = native_probe_path().string();
  const std::string edit = std::string(without_debian_9) + R"(
n=$#
while [ "$n" -gt 0 ]; do
  a=$1; shift; n=$((n - 1))
  case $a in type=bind,source=*/glibc-2.36/probe,*) a="type=bind,source=)" +
                           native + R"(,target=/orchestrate/probe,readonly" ;; esac
  set -- "$@" "$a"
done)";
  const Outcome outcome = run(file(), {"--engine", client_that(edit)});
  EXPECT_EQ(outcome.state.code, 3) << outcome.output << outcome.errors;
  EXPECT_THAT(outcome.output, HasSubstr("libc glibc-2.36 was declared; inspect shows " + native));
  EXPECT_THAT(outcome.output, HasSubstr(identity_of(native).build_id.substr(0, 12)));
  const json found = summary("libcs");
  EXPECT_THAT(attested_levels(found), ::testing::ElementsAre("native"));
  for (const json& operation : found.at("operations")) EXPECT_EQ(operation.at("condition").at("libc"), "native");
}

/// Whether a process that is no child of ours ends in time; one that nobody has waited for has ended, too.
bool ends(pid_t process) {
  const FileDescriptor descriptor(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
  if (!descriptor) return errno == ESRCH;
  pollfd watched{descriptor.number(), POLLIN, 0};
  return ::poll(&watched, 1, 10'000) == 1;
}

TEST_F(Libcs, ASignalEndsThePreparationAndWhatItRuns) {
  const std::filesystem::path note = folder_.path() / "pulling";
  const std::string hanging = "case \" $* \" in *' pull debian:9-slim '*) echo $$ >'" + note.string() +
                              "'; exec sleep 600 ;; esac\n" + without_debian_9;
  Process process({ORCHESTRATE_PROGRAM, "prepare", file(), "--engine", client_that(hanging)});
  const Deadline deadline = within(250s);
  while (!std::filesystem::exists(note) || read_file(note).empty()) {
    ASSERT_LT(std::chrono::steady_clock::now(), deadline) << process.errors();
    process.read_line(within(100ms));  // waits on both streams
  }
  process.signal(SIGINT);
  const auto state = process.wait(within(60s));
  ASSERT_TRUE(state);
  EXPECT_EQ(state->code, 130) << process.errors();
  EXPECT_TRUE(ends(std::stoi(read_file(note)))) << "the client that pulls lives on";
}

TEST_F(Libcs, TheSameSourcesGiveTheSameBytes) {
  ASSERT_EQ(orchestrate({"prepare", file(), "--engine", client()}).state.code, 0);
  const std::filesystem::path again = folder_.path() / "probe";
  const Outcome outcome =
      run_to_end({project_file("docker/probe"), "--build", "glibc-2.36", again.string()}, std::chrono::minutes(9));
  ASSERT_EQ(outcome.state.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.errors, HasSubstr("building")) << "it was made again";
  EXPECT_EQ(sha256_of_file(again), sha256_of_file(made_probe_path("glibc-2.36")));
  EXPECT_EQ(identity_of(again).libc(), "glibc 2.36");
}

TEST(ProbeScript, KnowsTheLevelsOfTheFactor) {
  const Outcome outcome = run_to_end({project_file("docker/probe"), "glibc-2.99"}, 20s);
  EXPECT_EQ(outcome.state.code, 2);
  for (const std::string& level : libc_factor().words()) {
    if (level == "native") continue;
    EXPECT_THAT(outcome.errors, HasSubstr(level));
  }
}

TEST(ProbeScript, APlanNeedsNoEngineAndNoProbe) {
  const TemporaryFolder folder;
  write_file(folder.path() / "experiment.yaml", two_libcs);
  const std::string file = (folder.path() / "experiment.yaml").string();
  EXPECT_EQ(run_to_end({ORCHESTRATE_PROGRAM, "check", file}, 20s).state.code, 0);
  const Outcome plan = run_to_end({ORCHESTRATE_PROGRAM, "plan", file}, 20s);
  EXPECT_EQ(plan.state.code, 0) << plan.errors;
  EXPECT_THAT(plan.output, HasSubstr("probes/glibc-2.24/probe,target=/orchestrate/probe"));
}

}  // namespace
}  // namespace orchestrate
