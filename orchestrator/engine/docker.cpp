#include "engine/docker.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

#include "engine/secrets.hpp"
#include "support/files.hpp"
#include "support/foreign_json.hpp"
#include "support/interruption.hpp"
#include "support/json.hpp"
#include "support/owner.hpp"
#include "support/text.hpp"
#include "support/time.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using namespace std::chrono_literals;

/// The client's own statuses where the engine refused, or could not run the command, as opposed to one of the
/// container's (docker run's manual).
constexpr int refused_by_engine = 125;
constexpr int command_not_found = 127;

/// Time for a client that was asked to end before it is killed.
constexpr auto grace = 1s;

constexpr const char* run_label = "orchestrate.run";
constexpr const char* owner_label = "orchestrate.owner";

/// A client's complaint as a block of its own, so that it is not taken for our words.
std::string quoted_block(const std::string& text) {
  std::string block;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (!line.empty()) block += fmt::format("\n  | {}", escaped(line));
  }
  return block.empty() ? "\n  | (it said nothing)" : block;
}

/// Whether a client complains that it knows no such container: docker's words, podman's.
bool says_gone(const std::string& errors) {
  return errors.find("o such container") != std::string::npos;
}

/// The first line of a complaint, to stand behind what happened.
std::string in_short(const std::string& errors) {
  const std::string line = escaped(first_line(errors));
  return line.empty() ? "" : ": " + line;
}

std::string numbered(const std::vector<std::string>& arguments) {
  std::string block;
  for (const std::string& argument : arguments) block += fmt::format("\n  [{}]", escaped(argument));
  return block;
}

/// A command for the log, in the words of a shell.
std::string shown_command(const std::vector<std::string>& arguments) {
  return escaped(shell_quoted(without_values_of_secrets(arguments)));
}

double milliseconds_since(std::int64_t began_ns) {
  return static_cast<double>(monotonic_ns() - began_ns) * 1e-6;
}

/// Runs a command of the client to its end, and tells the log.
Outcome called(const std::vector<std::string>& arguments, std::chrono::milliseconds limit) {
  const std::int64_t began = monotonic_ns();
  Outcome outcome = run_to_end(arguments, limit);
  if (spdlog::should_log(spdlog::level::debug)) {
    spdlog::debug("{} ({:.0f} ms, {})", shown_command(arguments), milliseconds_since(began),
                  outcome.timed_out ? "no answer, killed" : to_text(outcome.state));
  }
  return outcome;
}

/// What to do about a client's failure, where its words tell.
std::string advice(const std::string& errors) {
  if (errors.find("No such image") != std::string::npos) {
    return "\nThe image is not here. Pull it (docker pull), or let ./bootstrap make it.";
  }
  if (errors.find("Cannot connect") != std::string::npos || errors.find("connection refused") != std::string::npos) {
    return "\nNo engine answers. Start one (./bootstrap does), or name another client with --engine.";
  }
  if (errors.find("permission denied") != std::string::npos) {
    return "\nThis user may not speak to the engine: run as root, or join the group of its socket.";
  }
  return {};
}

[[noreturn]] void fail(Fault fault, const std::string& what, const std::string& how,
                       const std::vector<std::string>& arguments, const std::string& errors) {
  throw EngineFailure(
      fmt::format("{}: the engine's client {}{}\nIt said:{}\nIt was called with these arguments, one a line:{}{}", what,
                  how, in_short(errors), quoted_block(errors), numbered(arguments), advice(errors)),
      fault);
}

/// Runs a client to its end, in `limit`; `option` is what lengthens that on the command line. Throws EngineFailure
/// where it hangs or answers without end; whether it succeeded is for the caller to say.
Outcome answer_to(const std::vector<std::string>& arguments, std::chrono::milliseconds limit, const char* option,
                  const std::string& what) {
  Outcome outcome = called(arguments, limit);
  if (outcome.timed_out) {
    fail(Fault::engine_silent, what,
         fmt::format("gave no answer within {} and was killed; {} lengthens that", in_seconds(limit), option),
         arguments, outcome.errors);
  }
  if (outcome.flooded) {
    fail(Fault::engine_error, what, "answered without end and was killed", arguments, outcome.errors);
  }
  return outcome;
}

[[noreturn]] void fail(const std::string& what, const std::vector<std::string>& arguments, const Outcome& outcome) {
  fail(Fault::engine_error, what, "ended with " + to_text(outcome.state), arguments, outcome.errors);
}

void add_labels(std::vector<std::string>& arguments, const Ownership& ownership) {
  arguments.insert(arguments.end(), {"--label", fmt::format("{}={}", run_label, ownership.run)});
  arguments.insert(arguments.end(), {"--label", fmt::format("{}={}", owner_label, ownership.owner)});
}

class DockerContainer final : public Container {
 public:
  DockerContainer(std::vector<std::string> arguments, std::unique_ptr<TemporaryFolder> folder)
      : arguments_(std::move(arguments)), folder_(std::move(folder)), client_(arguments_) {
    if (spdlog::should_log(spdlog::level::debug)) spdlog::debug("started {}", shown_command(arguments_));
  }

  const std::string& id() const override {
    if (id_.empty() && std::filesystem::exists(id_file())) id_ = read_file(id_file());
    return id_;
  }

  void send(std::string_view line, Deadline deadline) override {
    if (!client_.write_line(line, deadline)) ended("no longer reads");
  }

  std::string receive(Deadline deadline) override {
    Process::Read read = client_.read_line(deadline);
    switch (read.kind) {
      case Process::Read::Kind::line:
        return std::move(read.line);
      case Process::Read::Kind::too_long:
        // The engine does not remove a container whose output nobody takes as long as its client lives.
        client_.signal(SIGKILL);
        throw EngineFailure(
            fmt::format("container {} wrote a line without end; it begins: {}", name(), escaped(read.line)),
            Fault::endless_line);
      case Process::Read::Kind::timed_out:
        throw EngineFailure(fmt::format("container {} gave no answer in time{}", name(), said()), Fault::no_answer);
      case Process::Read::Kind::end:
        break;
    }
    ended("has ended");
  }

  // What was read along while we wrote is no longer in the pipe.
  int awaited() const override { return client_.output().empty() ? client_.output_descriptor() : -1; }

  bool finish(Deadline deadline) override {
    client_.close_input();
    auto state = client_.wait(deadline);
    if (!state) {
      // Its container is gone or will not go; the client is asked, and then killed with all that it has started.
      client_.signal(SIGTERM);
      state = client_.wait(within(grace));
    }
    spdlog::debug("container {}: its client {} after {:.0f} ms", name(),
                  state ? "ended with " + to_text(*state) : "still runs", milliseconds_since(began_ns_));
    return state.has_value();
  }

  const std::string& errors() const override { return client_.errors(); }

  std::filesystem::path id_file() const { return folder_->path() / "id"; }

 private:
  std::string name() const { return id().empty() ? "(not yet created)" : id().substr(0, 12); }

  std::string said() const { return errors().empty() ? "" : ". On standard error:" + quoted_block(errors()); }

  [[noreturn]] void ended(const char* what) {
    const auto state = client_.wait(within(2s));
    const bool refused =
        state && (state->signal || (state->code >= refused_by_engine && state->code <= command_not_found));
    fail(refused ? Fault::engine_error : Fault::probe_ended, fmt::format("container {} {}", name(), what),
         state ? "ended with " + to_text(*state) : "still runs and says nothing more", arguments_, errors());
  }

  std::vector<std::string> arguments_;
  std::unique_ptr<TemporaryFolder> folder_;  ///< holds the id file; `--cidfile` must not exist before
  std::int64_t began_ns_ = monotonic_ns();
  Process client_;
  mutable std::string id_;
};

class DockerEngine final : public Engine {
 public:
  DockerEngine(std::string program, const EngineLimits& limits) : program_(std::move(program)), limits_(limits) {}

  json describe() override {
    return {{"program", program_},
            {"version", ask_json("asking for its version", {"version", "--format", "{{json .}}"})},
            {"info", ask_json("asking for its state", {"info", "--format", "{{json .}}"})}};
  }

  std::string image_id(const std::string& image) override {
    std::vector<std::string> arguments{program_, "image", "inspect", "--format", "{{.Id}}", "--", image};
    const std::string what = fmt::format("looking for the image {}", escaped(image));
    const Outcome outcome = answer(what, arguments);
    if (!outcome.state.succeeded()) fail(what, arguments, outcome);
    return outcome.output.substr(0, outcome.output.find('\n'));
  }

  std::vector<std::string> run_arguments(const ContainerSpec& spec, const Ownership& ownership,
                                         const std::string& id_file) const override {
    std::vector<std::string> arguments{program_, "run", "-i"};
    arguments.insert(arguments.end(), {"--cidfile", id_file});
    add_labels(arguments, ownership);
    // No log: the engine would write every line a second time.
    arguments.insert(arguments.end(), {"--log-driver", "none"});
    // The image is here, its id says so; anything else is a mistake that a pull would only hide.
    arguments.insert(arguments.end(), {"--pull", "never"});
    arguments.insert(arguments.end(), spec.options.begin(), spec.options.end());
    arguments.push_back(spec.image);
    arguments.insert(arguments.end(), spec.command.begin(), spec.command.end());
    return arguments;
  }

  std::unique_ptr<Container> launch(std::vector<std::string> arguments,
                                    std::unique_ptr<TemporaryFolder> folder) override {
    return std::make_unique<DockerContainer>(std::move(arguments), std::move(folder));
  }

  json runtime_config(const std::string& id) override {
    // Docker's own containerd, then one that the system runs (moby libcontainerd/supervisor, containerd's state
    // folder).
    for (const char* place :
         {"/run/docker/containerd/daemon", "/var/run/docker/containerd/daemon", "/run/containerd"}) {
      const std::filesystem::path path =
          std::filesystem::path(place) / "io.containerd.runtime.v2.task/moby" / id / "config.json";
      std::error_code unreadable;
      if (!id.empty() && std::filesystem::is_regular_file(path, unreadable)) {
        return parse_foreign(read_file(path));
      }
    }
    return nullptr;
  }

  std::string file_in_image(const std::string& image, const std::string& path) override {
    const std::string id = created(image);
    const TemporaryFolder folder;
    const std::string target = (folder.path() / "file").string();
    Outcome outcome;
    try {
      outcome = called({program_, "cp", "--follow-link", id + ":" + path, target}, limits_.answer);
    } catch (const Interrupted&) {
      remove({id});
      throw;
    }
    remove({id});
    return outcome.state.succeeded() && std::filesystem::is_regular_file(target) ? read_file(target) : std::string{};
  }

  std::vector<json> inspect(const std::vector<std::string>& ids) override {
    std::vector<std::string> arguments{"container", "inspect"};
    arguments.insert(arguments.end(), ids.begin(), ids.end());
    const json answer = ask_json("inspecting containers", arguments);
    if (!answer.is_array() || answer.size() != ids.size()) {
      throw EngineFailure(
          fmt::format("inspect was asked for {} containers and answered for {}", ids.size(), answer.size()));
    }
    return {answer.begin(), answer.end()};
  }

  void remove(const std::vector<std::string>& ids) override {
    if (ids.empty()) return;
    const Uninterrupted until_they_are_gone;
    std::vector<std::string> arguments{program_, "rm", "--force", "--volumes"};
    arguments.insert(arguments.end(), ids.begin(), ids.end());
    const Outcome outcome = answer_to(arguments, limits_.removal, "--removal-timeout", "removing containers");
    if (!outcome.state.succeeded() && !says_gone(outcome.errors)) fail("removing containers", arguments, outcome);
  }

  std::vector<Listed> list() override {
    std::vector<std::string> arguments{
        program_, "ps", "--all", "--no-trunc", "--quiet", "--filter", fmt::format("label={}", run_label)};
    const Outcome outcome = answer("listing containers", arguments);
    if (!outcome.state.succeeded()) fail("listing containers", arguments, outcome);
    std::vector<Listed> listed;
    std::string_view rest = outcome.output;
    while (!rest.empty()) {
      const std::string id(rest.substr(0, rest.find('\n')));
      rest.remove_prefix(std::min(rest.size(), id.size() + 1));
      if (const auto one = describe_listed(id)) listed.push_back(*one);
    }
    return listed;
  }

 private:
  [[nodiscard]] Outcome answer(const std::string& what, const std::vector<std::string>& arguments) const {
    return answer_to(arguments, limits_.answer, "--engine-timeout", what);
  }

  /// The id of a container of `image` that is never started.
  std::string created(const std::string& image) {
    std::vector<std::string> arguments{program_, "create", "--pull", "never", "--network", "none"};
    add_labels(arguments, {"image", this_owner()});
    arguments.insert(arguments.end(), {image, "never-started"});
    const std::string what = fmt::format("looking into the image {}", escaped(image));
    const Outcome outcome = answer(what, arguments);
    if (!outcome.state.succeeded()) fail(what, arguments, outcome);
    return outcome.output.substr(0, outcome.output.find('\n'));
  }

  /// Nothing where the container went away between the list and the look.
  std::optional<Listed> describe_listed(const std::string& id) {
    const Outcome outcome = answer("inspecting a container", {program_, "container", "inspect", id});
    if (!outcome.state.succeeded()) {
      if (says_gone(outcome.errors)) return std::nullopt;
      fail("inspecting a container", {program_, "container", "inspect", id}, outcome);
    }
    const json answer = parsed("inspecting a container", outcome);
    if (!answer.is_array() || answer.empty()) return std::nullopt;
    const json& labels = value_at(answer.at(0), "/Config/Labels");
    return Listed{id,
                  {text_at(labels, fmt::format("/{}", run_label)).value_or(""),
                   text_at(labels, fmt::format("/{}", owner_label)).value_or("")},
                  value_at(answer.at(0), "/State/Running") == json(true)};
  }

  json ask_json(const std::string& what, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), program_);
    const Outcome outcome = this->answer(what, arguments);
    if (!outcome.state.succeeded()) fail(what, arguments, outcome);
    return parsed(what, outcome);
  }

  static json parsed(const std::string& what, const Outcome& outcome) {
    json answer = parse_foreign(outcome.output);
    if (answer.is_discarded()) {
      throw EngineFailure(fmt::format("{}: the engine's client answered with something that is not JSON: {}", what,
                                      escaped(outcome.output.substr(0, 200))));
    }
    return answer;
  }

  std::string program_;
  EngineLimits limits_;
};

}  // namespace

std::unique_ptr<Engine> docker_engine(const std::string& program, const EngineLimits& limits) {
  return std::make_unique<DockerEngine>(find_program(program), limits);
}

std::unique_ptr<Engine> docker_engine_for_planning(const std::string& program) {
  try {
    return docker_engine(program);
  } catch (const EnvironmentFailure&) {
    return std::make_unique<DockerEngine>(program, EngineLimits{});
  }
}

}  // namespace orchestrate
