// What a container gets and what it does not, seen on the real engine; and that no value of a secret variable is left
// anywhere (SECURITY.md).

#include <gmock/gmock.h>

#include <cstdlib>

#include "cli/places.hpp"
#include "e2e/program.hpp"
#include "engine/docker.hpp"
#include "runner/environment.hpp"
#include "selftest/catalogue.hpp"
#include "selftest/props.hpp"
#include "selftest/trial.hpp"
#include "support/json.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

namespace fs = std::filesystem;

class Walls : public RealEngine {
 protected:
  /// What the containers of one round report of themselves.
  std::vector<ContainerStarted> started() const {
    Props props;
    props.folder = folder_.path();
    props.image = "debian:12-slim";
    const auto engine = docker_engine("docker");
    Host host = this_host();
    const Experiment experiment = short_experiment(props, {{"seccomp", {"default", "unconfined"}, {}}});
    ask_engine(*engine, experiment, host);
    std::vector<ContainerStarted> all;
    run_trial(make_plan(experiment, std::nullopt, host, 1), *engine, host, 1, [&](const Fact& fact) {
      if (const auto* one = std::get_if<ContainerStarted>(&fact)) all.push_back(*one);
    });
    return all;
  }
};

TEST_F(Walls, StandAroundEveryContainer) {
  ::setenv("ORCHESTRATE_WALLS_TEST", "of the host", 1);
  const auto containers = started();
  ::unsetenv("ORCHESTRATE_WALLS_TEST");
  ASSERT_EQ(containers.size(), 3U);
  for (const ContainerStarted& one : containers) {
    const json& host = one.record.at("HostConfig");
    EXPECT_EQ(host.at("NetworkMode"), "none");
    EXPECT_EQ(host.at("ReadonlyRootfs"), true);
    EXPECT_EQ(host.at("Memory"), 512 << 20);
    EXPECT_EQ(host.at("PidsLimit"), 256);
    EXPECT_EQ(host.at("Privileged"), false);
    for (const json& mount : one.record.at("Mounts")) {
      const auto place = mount.at("Destination").get<std::string>();
      EXPECT_THAT(place, ::testing::StartsWith("/orchestrate/")) << "only what the program itself declares";
      EXPECT_TRUE(place != "/orchestrate/probe" || mount.at("RW") == false);
    }
    for (const json& variable : one.record.at("Config").at("Env")) {
      EXPECT_THAT(variable.get<std::string>(), ::testing::StartsWith("PATH="));
    }
    EXPECT_THAT(to_line(one.witness), Not(HasSubstr("ORCHESTRATE_WALLS_TEST")));
  }
}

constexpr const char* with_secrets =
    "experiment: secrets\n"
    "question: Does a token cost anything?\n"
    "container: {image: debian:12-slim}\n"
    "factors: {env: {API_TOKEN: [hush-hush-one, hush-hush-two]}}\n"
    "operations: [getpid]\n"
    "design: {batches: 10, rounds: {min: 6, max: 6}}\n"
    "contrasts: [{factor: env.API_TOKEN, operations: [getpid], expect: match}]\n";

TEST_F(Walls, KeepSecretsOutOfEveryOutput) {
  const std::string file = experiment_file(with_secrets);
  const std::string log = (folder_.path() / "log").string();
  const Outcome outcome = run(file, {"--log-file", log});
  EXPECT_THAT(read_file(log), HasSubstr("--env-file"));
  EXPECT_THAT(read_file(log), Not(HasSubstr("hush")));
  EXPECT_THAT(outcome.output, HasSubstr("attested env.API_TOKEN: [secret 1] in 12, [secret 2] in 6 containers"));
  EXPECT_THAT(outcome.output + outcome.errors, Not(HasSubstr("hush")));
  int files = 0;
  for (const auto& entry : fs::directory_iterator(latest("secrets"))) {
    ++files;
    EXPECT_THAT(read_file(entry.path()), Not(HasSubstr("hush"))) << entry.path();
  }
  EXPECT_GE(files, 8);
  EXPECT_THAT(orchestrate({"plan", file}).output, Not(HasSubstr("hush")));
}

}  // namespace
}  // namespace orchestrate
