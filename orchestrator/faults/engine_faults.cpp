#include <fmt/format.h>

#include <sys/mount.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iterator>

#include "faults/subject.hpp"
#include "support/testing.hpp"

namespace orchestrate::faults {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

using orchestrate::testing::Variable;

std::string script(const char* name) {
  return (fs::path(ORCHESTRATE_SOURCE_DIR) / "docker" / name).string();
}

/// Kills the processes whose command line names `folder`.
void kill_who_names(const fs::path& folder) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/proc", ignored)) {
    const std::string number = entry.path().filename().string();
    if (number.find_first_not_of("0123456789") != std::string::npos) continue;
    std::ifstream file(entry.path() / "cmdline");
    const std::string command{std::istreambuf_iterator<char>(file), {}};
    if (command.find(folder.string()) != std::string::npos) ::kill(std::stoi(number), SIGKILL);
  }
}

/// An engine of its own beside the one that there is, with the image, as long as the object lives: it can be stopped
/// without taking anybody's containers away.
class OwnEngine {
 public:
  OwnEngine() {
    const Outcome image = run_to_end({find_program("docker"), "save", "--output", archive(), "debian:12-slim"}, 120s);
    if (!image.state.succeeded()) refusal_ = in_brief(image.errors);
    fs::create_directory(sockets_);
    host_.emplace("DOCKER_HOST", fmt::format("unix://{}/socket", sockets_.string()));
    if (refusal_.empty()) start();
    if (refusal_.empty()) run_to_end({find_program("docker"), "load", "--input", archive()}, 120s);
  }
  ~OwnEngine() {
    stop();
    // On a busy machine the shims of containers that a killed dockerd had were seen to outlive the next one, too.
    kill_who_names(sockets_);
    // dockerd mounts its folder on itself, and leaves that.
    ::umount2((folder_.path() / "data").c_str(), MNT_DETACH);
    std::error_code ignored;
    fs::remove_all(sockets_, ignored);
  }
  OwnEngine(const OwnEngine&) = delete;
  OwnEngine& operator=(const OwnEngine&) = delete;
  OwnEngine(OwnEngine&&) = delete;
  OwnEngine& operator=(OwnEngine&&) = delete;

  /// Again and again: a dockerd that was killed stands in the way of the next until somebody has waited for it.
  void start() {
    const Deadline deadline = within(60s);
    Outcome outcome = run_to_end({script("start-engine")}, 90s);
    while (!outcome.state.succeeded() && std::chrono::steady_clock::now() < deadline) {
      outcome = run_to_end({script("start-engine")}, 90s);
    }
    if (!outcome.state.succeeded()) refusal_ = in_brief(outcome.errors);
  }
  void stop() { run_to_end({script("stop-engine")}, 90s); }

  /// The process of its dockerd, as the script has noted it.
  [[nodiscard]] pid_t process() const {
    pid_t number = 0;
    std::ifstream(folder_.path() / "engine") >> number;
    return number;
  }

  /// Why there is none; empty where there is.
  [[nodiscard]] const std::string& refusal() const { return refusal_; }

 private:
  [[nodiscard]] std::string archive() const { return (folder_.path() / "image.tar").string(); }

  TemporaryFolder folder_;
  /// Its name is short, since those of sockets are: 107 bytes (unix(7)).
  fs::path sockets_ = fmt::format("/run/orchestrate-faults-{}", ::getpid());
  Variable state_{"ORCHESTRATE_STATE", folder_.path().string()};
  Variable arguments_{"ORCHESTRATE_DOCKERD_ARGS",
                      fmt::format("--data-root {}/data --exec-root {}/x --pidfile {}/pid --bridge none "
                                  "--iptables=false --ip-masq=false",
                                  folder_.path().string(), sockets_.string(), sockets_.string())};
  std::optional<Variable> host_;
  std::string refusal_;
};

Consequence with_own_engine(const std::function<void(OwnEngine&)>& act) {
  OwnEngine engine;
  if (!engine.refusal().empty()) return {.happened = "no second engine: " + engine.refusal(), .not_tested = true};
  return strike({.asked = {.batches = 60},
                 .strike = [&](Subject&) { act(engine); },
                 .undo = [&](Subject&) { engine.start(); },
                 .exits = {4}});
}

/// It gives its containers time to end, stops, and comes back.
Consequence stopped() {
  return with_own_engine([](OwnEngine& engine) { engine.stop(); });
}

Consequence killed() {
  return with_own_engine([](OwnEngine& engine) { ::kill(engine.process(), SIGKILL); });
}

}  // namespace

std::vector<Fault> engine_faults() {
  return {{"dockerd is stopped and started again", stopped}, {"dockerd is killed (-9) and started again", killed}};
}

}  // namespace orchestrate::faults
