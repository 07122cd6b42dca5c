#include "e2e/program.hpp"

#include <sys/stat.h>

#include <csignal>
#include <cstdlib>

#include "report/testing.hpp"

namespace orchestrate {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

/// Long enough for a run with all its looks on a busy machine.
constexpr auto run_limit = 280s;

bool engine_answers() {
  try {
    return run_to_end({find_program("docker"), "version"}, 30s).state.succeeded();
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace

std::string project_file(const std::string& path) {
  return (fs::path(ORCHESTRATE_SOURCE_DIR) / path).string();
}

void RealEngine::SetUp() {
  // As the program itself does: a client that has ended must not end us when we write to it.
  std::signal(SIGPIPE, SIG_IGN);
  if (engine_answers()) return;
  if (std::getenv("CI") != nullptr) FAIL() << "no engine answers, and under CI that is a failure";
  GTEST_SKIP() << "NOT TESTED: no engine answers; ./bootstrap test starts one";
}

void RealEngine::TearDown() {
  if (IsSkipped()) return;
  EXPECT_EQ(labelled_containers(), "") << "containers are left behind";
  expect_summaries_follow_their_schema();
}

void RealEngine::expect_summaries_follow_their_schema() const {
  for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) {
    if (entry.path().filename() != "summary.json") continue;
    EXPECT_EQ(testing::schema_objections(nlohmann::json::parse(read_file(entry.path()))), "") << entry.path();
  }
}

Outcome RealEngine::orchestrate(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), ORCHESTRATE_PROGRAM);
  return run_to_end(arguments, run_limit);
}

Outcome RealEngine::run(const std::string& experiment, const std::vector<std::string>& options) const {
  std::vector<std::string> arguments{"run", experiment, "--results", (folder_.path() / "results").string(), "--quiet"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  return orchestrate(arguments);
}

fs::path RealEngine::latest(const std::string& experiment) const {
  return folder_.path() / "results" / experiment / "latest";
}

nlohmann::json RealEngine::summary(const std::string& experiment) const {
  return nlohmann::json::parse(read_file(latest(experiment) / "summary.json"));
}

std::string RealEngine::client_that(const std::string& edit) const {
  const fs::path path = folder_.path() / "client";
  write_file(path, "#!/bin/sh\nset -eu\n" + edit + "\nexec '" + find_program("docker") + "' \"$@\"\n");
  ::chmod(path.c_str(), 0700);
  return path.string();
}

std::string RealEngine::experiment_file(const std::string& text) const {
  const fs::path path = folder_.path() / "experiment.yaml";
  write_file(path, text);
  return path.string();
}

std::string RealEngine::labelled_containers() {
  return run_to_end({find_program("docker"), "ps", "--all", "--quiet", "--filter", "label=orchestrate.run"}, 30s)
      .output;
}

}  // namespace orchestrate
