#include "engine/docker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "support/files.hpp"
#include "support/interruption.hpp"
#include "support/json.hpp"
#include "support/owner.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using namespace std::chrono_literals;

/// The engine answers `inspect` in tens of milliseconds; one that is starting, or pulled down by a full disk, in many
/// seconds. After this it is taken for hung.
constexpr auto answer_limit = 30s;
constexpr auto removal_limit = 60s;

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

std::string numbered(const std::vector<std::string>& arguments) {
  std::string block;
  for (const std::string& argument : arguments) block += fmt::format("\n  [{}]", escaped(argument));
  return block;
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

[[noreturn]] void fail(const std::string& what, const std::vector<std::string>& arguments, const Outcome& outcome) {
  const std::string how =
      outcome.timed_out ? "gave no answer in time and was killed" : "ended with " + to_text(outcome.state);
  throw EngineFailure(
      fmt::format("{}: the engine's client {}. It said:{}\nIt was called with these arguments, one a line:{}{}", what,
                  how, quoted_block(outcome.errors), numbered(arguments), advice(outcome.errors)));
}

void add_labels(std::vector<std::string>& arguments, const Ownership& ownership) {
  arguments.insert(arguments.end(), {"--label", fmt::format("{}={}", run_label, ownership.run)});
  arguments.insert(arguments.end(), {"--label", fmt::format("{}={}", owner_label, ownership.owner)});
}

class DockerContainer final : public Container {
 public:
  DockerContainer(std::vector<std::string> arguments, std::unique_ptr<TemporaryFolder> folder)
      : arguments_(std::move(arguments)), folder_(std::move(folder)), client_(arguments_) {}

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
        throw EngineFailure(
            fmt::format("container {} wrote a line without end; it begins: {}", name(), escaped(read.line)));
      case Process::Read::Kind::timed_out:
        throw EngineFailure(fmt::format("container {} gave no answer in time{}", name(), said()));
      case Process::Read::Kind::end:
        break;
    }
    ended("has ended");
  }

  // What was read along while we wrote is no longer in the pipe.
  int awaited() const override { return client_.output().empty() ? client_.output_descriptor() : -1; }

  bool finish(Deadline deadline) override {
    client_.close_input();
    return client_.wait(deadline).has_value();
  }

  const std::string& errors() const override { return client_.errors(); }

  std::filesystem::path id_file() const { return folder_->path() / "id"; }

 private:
  std::string name() const { return id().empty() ? "(not yet created)" : id().substr(0, 12); }

  std::string said() const { return errors().empty() ? "" : ". On standard error:" + quoted_block(errors()); }

  [[noreturn]] void ended(const char* what) {
    const auto state = client_.wait(within(2s));
    const Outcome outcome{state.value_or(ExitState{}), !state.has_value(), {}, errors()};
    fail(fmt::format("container {} {}", name(), what), arguments_, outcome);
  }

  std::vector<std::string> arguments_;
  std::unique_ptr<TemporaryFolder> folder_;  ///< holds the id file; `--cidfile` must not exist before
  Process client_;
  mutable std::string id_;
};

class DockerEngine final : public Engine {
 public:
  explicit DockerEngine(std::string program) : program_(std::move(program)) {}

  json describe() override {
    return {{"program", program_},
            {"version", ask_json("asking for its version", {"version", "--format", "{{json .}}"})},
            {"info", ask_json("asking for its state", {"info", "--format", "{{json .}}"})}};
  }

  std::string image_id(const std::string& image) override {
    std::vector<std::string> arguments{program_, "image", "inspect", "--format", "{{.Id}}", "--", image};
    const Outcome outcome = run_to_end(arguments, answer_limit);
    if (!outcome.state.succeeded()) {
      fail(fmt::format("looking for the image {}", escaped(image)), arguments, outcome);
    }
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
        return json::parse(read_file(path), nullptr, false);
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
      outcome = run_to_end({program_, "cp", "--follow-link", id + ":" + path, target}, answer_limit);
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
    const Outcome outcome = run_to_end(arguments, removal_limit);
    const bool gone = outcome.errors.find("No such container") != std::string::npos;
    if (!outcome.state.succeeded() && !gone) fail("removing containers", arguments, outcome);
  }

  std::vector<Listed> list() override {
    std::vector<std::string> arguments{
        program_, "ps", "--all", "--no-trunc", "--quiet", "--filter", fmt::format("label={}", run_label)};
    const Outcome outcome = run_to_end(arguments, answer_limit);
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
  /// The id of a container of `image` that is never started.
  std::string created(const std::string& image) {
    std::vector<std::string> arguments{program_, "create", "--pull", "never", "--network", "none"};
    add_labels(arguments, {"image", this_owner()});
    arguments.insert(arguments.end(), {image, "never-started"});
    const Outcome outcome = run_to_end(arguments, answer_limit);
    if (!outcome.state.succeeded()) fail(fmt::format("looking into the image {}", escaped(image)), arguments, outcome);
    return outcome.output.substr(0, outcome.output.find('\n'));
  }

  /// Nothing where the container went away between the list and the look.
  std::optional<Listed> describe_listed(const std::string& id) {
    const Outcome outcome = run_to_end({program_, "container", "inspect", id}, answer_limit);
    const json answer = json::parse(outcome.output, nullptr, false);
    if (!outcome.state.succeeded() || !answer.is_array() || answer.empty()) return std::nullopt;
    const json& labels = value_at(answer.at(0), "/Config/Labels");
    return Listed{id,
                  {text_at(labels, fmt::format("/{}", run_label)).value_or(""),
                   text_at(labels, fmt::format("/{}", owner_label)).value_or("")},
                  value_at(answer.at(0), "/State/Running") == json(true)};
  }

  json ask_json(const std::string& what, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), program_);
    const Outcome outcome = run_to_end(arguments, answer_limit);
    if (!outcome.state.succeeded()) fail(what, arguments, outcome);
    json answer = json::parse(outcome.output, nullptr, false);
    if (answer.is_discarded()) {
      throw EngineFailure(fmt::format("{}: the engine's client answered with something that is not JSON: {}", what,
                                      escaped(outcome.output.substr(0, 200))));
    }
    return answer;
  }

  std::string program_;
};

}  // namespace

std::unique_ptr<Engine> docker_engine(const std::string& program) {
  return std::make_unique<DockerEngine>(find_program(program));
}

std::unique_ptr<Engine> docker_engine_for_planning(const std::string& program) {
  try {
    return docker_engine(program);
  } catch (const EnvironmentFailure&) {
    return std::make_unique<DockerEngine>(program);
  }
}

}  // namespace orchestrate
