#pragma once

// For tests only: an engine that plays containers by a script, so that every turn of a run can be made to go wrong.

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "engine/scripted_turns.hpp"
#include "support/json.hpp"

namespace orchestrate {

/// What every scripted container may do, and what its image's /etc/os-release hashes to.
inline constexpr const char* docker_capabilities = "00000000a80425fb";
inline constexpr const char* scripted_os_release = "05";

/// What a scripted run is to do. Every member may be left as it is: then the engine is honest and the numbers are those
/// of a machine on which the filter costs 40 ns.
struct Script {
  /// Changes what is really started, as an engine that swallows a flag does; the default starts what was asked for.
  std::function<ContainerSpec(ContainerSpec)> starts = [](ContainerSpec spec) { return spec; };
  /// Changes what `inspect` says.
  std::function<nlohmann::json(nlohmann::json)> records = [](nlohmann::json record) { return record; };
  /// What the runtime was told; the default is a host that cannot read it.
  std::function<nlohmann::json(const ContainerSpec&)> configs = [](const ContainerSpec&) { return nullptr; };
  /// Changes what a process says of itself; `last` is true after the last batch.
  std::function<nlohmann::json(nlohmann::json, bool last)> witnesses = [](nlohmann::json witness, bool) {
    return witness;
  };
  /// Replaces a container's answer to a command, as a probe that misbehaves does.
  std::function<std::string(const nlohmann::json& command, std::string answer)> answers =
      [](const nlohmann::json&, std::string answer) { return answer; };
  /// The same where it matters whose container it is.
  std::function<std::string(const ContainerSpec&, const nlohmann::json& command, std::string answer)> speaks =
      [](const ContainerSpec&, const nlohmann::json&, std::string answer) { return answer; };
  /// Changes what a batch reports, whichever way turns are passed on.
  std::function<void(const ContainerSpec&, nlohmann::json& measured)> batches = [](const ContainerSpec&, auto&) {};
  /// Called before the engine answers; may throw, as where there is none any more.
  std::function<void()> before_answer = [] {};
  /// ns a call.
  std::function<double(const std::string& operation, bool filtered)> costs = [](const std::string& operation,
                                                                                bool filtered) {
    if (operation == "empty_loop") return 0.5;
    if (operation == "function_call") return 1.5;
    return filtered ? 180.0 : 140.0;
  };
  /// What the other end of an operation reports of a batch, as the protocol's `other`; null for one end.
  std::function<nlohmann::json(const std::string& operation)> other_ends = [](const std::string&) {
    return nlohmann::json();
  };
  std::function<void()> before_start = [] {};
  /// Sees the ids of containers that are being removed.
  std::function<void(const std::vector<std::string>&)> before_removal = [](const auto&) {};
  /// The ways to pass the turn that a probe says it knows.
  std::vector<std::string> hand_overs{"stdio", "futex"};
  bool mounts_turns = true;  ///< whether the engine mounts the file in which turns are taken
  bool turns_arrive = true;  ///< whether what a probe writes into that file is seen by the host
  /// Why a turn of an operation fails; empty where it does not.
  std::function<std::string(const std::string& operation)> turn_failures = [](const std::string&) {
    return std::string();
  };
  std::set<std::string> lacks;  ///< images that the engine does not have
};

class ScriptedEngine final : public Engine {
 public:
  ScriptedEngine() = default;
  explicit ScriptedEngine(Script script) : script_(std::move(script)) {}

  nlohmann::json describe() override { return {{"program", "scripted"}}; }
  std::string image_id(const std::string& image) override {
    if (script_.lacks.contains(image)) throw EngineFailure("No such image: " + image);
    return "sha256:scripted";
  }

  std::vector<std::string> run_arguments(const ContainerSpec& spec, const Ownership&,
                                         const std::string&) const override {
    std::vector<std::string> arguments{"scripted", "run"};
    arguments.insert(arguments.end(), spec.options.begin(), spec.options.end());
    arguments.push_back(spec.image);
    arguments.insert(arguments.end(), spec.command.begin(), spec.command.end());
    return arguments;
  }

  std::unique_ptr<Container> start(const ContainerSpec& spec, const Ownership& ownership) override;

  std::unique_ptr<Container> launch(std::vector<std::string>, std::unique_ptr<TemporaryFolder>) override {
    throw EngineFailure("A scripted engine starts containers by their specification only");
  }

  std::vector<nlohmann::json> inspect(const std::vector<std::string>& ids) override {
    script_.before_answer();
    std::vector<nlohmann::json> records;
    for (const std::string& id : ids) {
      if (!living_.contains(id)) throw EngineFailure("No such container: " + id);
      nlohmann::json record = record_of(living_.at(id).spec);
      record["Id"] = id;
      records.push_back(script_.records(record));
    }
    return records;
  }

  nlohmann::json runtime_config(const std::string& id) override { return script_.configs(living_.at(id).spec); }
  std::string file_in_image(const std::string&, const std::string&) override { return "scripted"; }

  void remove(const std::vector<std::string>& ids) override {
    script_.before_removal(ids);
    for (const std::string& id : ids) {
      const auto found = living_.find(id);
      if (found == living_.end()) continue;
      turns_.erase(turns_file(found->second.spec));
      living_.erase(found);
    }
  }

  std::vector<Listed> list() override {
    script_.before_answer();
    std::vector<Listed> listed;
    for (const auto& [id, container] : living_) listed.push_back({id, container.ownership, true});
    return listed;
  }

  [[nodiscard]] int started() const { return started_; }
  [[nodiscard]] std::size_t living() const { return living_.size(); }

  /// The argv elements that the last container was started with, as options.
  [[nodiscard]] const std::vector<std::string>& last_options() const { return last_options_; }

  /// Operations in the order in which they were measured, with the container's number in its round: "getpid@1".
  std::vector<std::string> measured;

 private:
  friend class ScriptedContainer;

  struct Living {
    ContainerSpec spec;
    Ownership ownership;
  };

  /// The value behind the last `name` among the options; empty where there is none.
  static std::string option(const ContainerSpec& spec, const std::string& name) {
    std::string value;
    for (std::size_t i = 0; i + 1 < spec.options.size(); ++i) {
      if (spec.options[i] == name) value = spec.options[i + 1];
    }
    return value;
  }

  /// The file in which turns are taken, on the host; empty where none is mounted.
  static std::string turns_file(const ContainerSpec& spec) {
    for (const std::string& option : spec.options) {
      const std::size_t target = option.find(",target=/orchestrate/turns");
      const std::size_t source = option.find("source=");
      if (target != std::string::npos) return option.substr(source + 7, target - source - 7);
    }
    return {};
  }

  static bool read_only(const ContainerSpec& spec) {
    return std::find(spec.options.begin(), spec.options.end(), "--read-only") != spec.options.end();
  }

  static bool filtered(const ContainerSpec& spec) { return option(spec, "--security-opt") != "seccomp=unconfined"; }

  static nlohmann::json record_of(const ContainerSpec& spec) {
    nlohmann::json security;
    if (!option(spec, "--security-opt").empty()) security = {option(spec, "--security-opt")};
    nlohmann::json env = nlohmann::json::array({"PATH=/usr/bin"});
    if (!option(spec, "--env").empty()) env.push_back(option(spec, "--env"));
    const std::string mount = option(spec, "--mount");
    const std::size_t source = mount.find("source=");
    nlohmann::json mounts = nlohmann::json::array();
    if (source != std::string::npos) {
      const std::string path = mount.substr(source + 7, mount.find(',', source) - source - 7);
      mounts.push_back({{"Source", path}, {"Destination", "/orchestrate/probe"}});
    }
    const std::string turns = turns_file(spec);
    if (!turns.empty()) mounts.push_back({{"Source", turns}, {"Destination", "/orchestrate/turns"}});
    return {{"HostConfig",
             {{"SecurityOpt", security},
              {"CpusetCpus", option(spec, "--cpuset-cpus")},
              {"Privileged", false},
              {"CapAdd", nullptr},
              {"CapDrop", nullptr},
              {"NanoCpus", 0},
              {"CpuQuota", 0},
              {"CpuPeriod", 0},
              {"Memory", option(spec, "--memory").empty() ? 0 : 512 << 20},
              {"MemorySwap", 0},
              {"ReadonlyRootfs", read_only(spec)},
              {"NetworkMode", option(spec, "--network")},
              {"PidsLimit", option(spec, "--pids-limit").empty() ? 0 : std::stoi(option(spec, "--pids-limit"))},
              {"Runtime", "runc"}}},
            {"Config", {{"Env", env}, {"Cmd", spec.command}}},
            {"Image", spec.image},
            {"Mounts", mounts}};
  }

  static nlohmann::json witness_of(const ContainerSpec& spec) {
    const bool has_filter = filtered(spec);
    const std::string cpus = option(spec, "--cpuset-cpus");
    nlohmann::json environment{{"PATH", "/usr/bin"}};
    const std::string env = option(spec, "--env");
    if (!env.empty()) environment[env.substr(0, env.find('='))] = env.substr(env.find('=') + 1);
    return {{"token", spec.command.back()},
            {"pid", 1},
            {"no_new_privs", 0},
            {"capabilities", {{"bounding", docker_capabilities}, {"effective", docker_capabilities}}},
            {"cgroup", {{"version", "v2"}, {"memory_limit_bytes", option(spec, "--memory").empty() ? 0 : 512 << 20}}},
            {"root_read_only", read_only(spec)},
            {"os_release", "Scripted 1"},
            {"os_release_sha256", scripted_os_release},
            {"build_id", "b111"},
            {"libc", {{"name", "glibc"}, {"version", "2.36"}}},
            {"seccomp", {{"mode", has_filter ? 2 : 0}, {"filters", has_filter ? 1 : 0}}},
            {"cpus_allowed_list", cpus.empty() ? "0-1" : cpus},
            {"affinity", cpus == "1" ? nlohmann::json{1} : nlohmann::json{0, 1}},
            {"environment", environment},
            {"fingerprint",
             {{"keyctl", has_filter ? "EPERM" : "ok"},
              {"unshare_user", has_filter ? "EPERM" : "ok"},
              {"clone3", has_filter ? "ENOSYS" : "EINVAL"},
              {"io_uring_setup", "EFAULT"}}}};
  }

  Script script_;
  std::map<std::string, Living> living_;
  std::map<std::string, std::shared_ptr<ScriptedTurns>> turns_;  ///< by the file's path
  std::vector<std::string> last_options_;
  int started_ = 0;
};

class ScriptedContainer final : public Container {
 public:
  ScriptedContainer(ScriptedEngine& engine, std::string id, ContainerSpec spec)
      : engine_(engine), id_(std::move(id)), spec_(std::move(spec)) {
    const std::string turns = ScriptedEngine::turns_file(spec_);
    if (!turns.empty() && !engine_.script_.mounts_turns) {
      errors_ = "scripted: bind source path does not exist: " + turns + "\nSee 'scripted run --help'.\n";
      return;
    }
    say({{"event", "ready"},
         {"protocol", 1},
         {"probe", "0"},
         {"hand_over", engine_.script_.hand_overs},
         {"witness", witness(false)}},
        {{"do", "start"}});
  }

  const std::string& id() const override { return id_; }

  void send(std::string_view line, Deadline) override {
    const auto command = nlohmann::json::parse(line);
    const auto what = command.at("do").get<std::string>();
    if (what == "witness") return say({{"event", "witness"}, {"witness", witness(true)}}, command);
    if (what == "quit") return;
    if (what == "map turns") return map_turns(command);
    if (what == "take turns") return take_turns(command);
    const auto operation = command.at("operation").get<std::string>();
    if (what == "calibrate")
      return say({{"event", "calibrated"}, {"operation", operation}, {"iterations", 1000}}, command);
    if (what == "count") {
      const nlohmann::json counts =
          operation == "getpid" ? nlohmann::json{{"getpid", command.at("calls")}} : nlohmann::json::object();
      return say({{"event", "counted"}, {"operation", operation}, {"calls", command.at("calls")}, {"syscalls", counts}},
                 command);
    }
    if (what == "sample") return sample(command, operation);
    say(measured(operation, command.at("iterations").get<std::int64_t>()), command);
  }

  std::string receive(Deadline) override {
    if (said_.empty()) throw EngineFailure("container " + id_ + " gave no answer in time", Fault::no_answer);
    std::string line = said_.front();
    said_.erase(said_.begin());
    return line;
  }

  int awaited() const override { return -1; }
  bool finish(Deadline) override { return true; }
  const std::string& errors() const override { return errors_; }

 private:
  nlohmann::json measured(const std::string& operation, std::int64_t iterations) {
    engine_.measured.push_back(operation + "@" + id_);
    const double ns = engine_.script_.costs(operation, ScriptedEngine::filtered(spec_));
    const auto elapsed = static_cast<std::int64_t>(ns * static_cast<double>(iterations));
    const std::int64_t started = clock_ns();
    clock_ns() += elapsed;
    const nlohmann::json other = engine_.script_.other_ends(operation);
    nlohmann::json answer{{"event", "measured"},
                          {"operation", operation},
                          {"iterations", iterations},
                          {"started_ns", started},
                          {"elapsed_ns", elapsed},
                          {"usage", {{"nvcsw", other.is_null() ? 0 : iterations}, {"nivcsw", 0}, {"minflt", 0}}},
                          {"cpu", {1, 1}}};
    if (!other.is_null()) answer["other"] = other;
    engine_.script_.batches(spec_, answer);
    return answer;
  }

  ScriptedTurns& turns() { return *engine_.turns_.at(ScriptedEngine::turns_file(spec_)); }

  void map_turns(const nlohmann::json& command) {
    const std::string path = ScriptedEngine::turns_file(spec_);
    if (path.empty()) return say({{"event", "error"}, {"message", "open /orchestrate/turns: ENOENT"}}, command);
    if (!engine_.turns_.contains(path)) engine_.turns_[path] = std::make_shared<ScriptedTurns>(path);
    slot_ = command.at("slot").get<std::uint32_t>();
    if (engine_.script_.turns_arrive) turns().file().seats[slot_].mapped = slot_ + 1;
    char nonce[17];
    std::snprintf(nonce, sizeof nonce, "%016llx", static_cast<unsigned long long>(turns().file().nonce));
    say({{"event", "turns mapped"}, {"slot", slot_}, {"nonce", nonce}}, command);
  }

  void take_turns(const nlohmann::json& command) {
    const auto operations = command.at("operations").get<std::vector<std::string>>();
    turns().arrive(slot_,
                   {[this, operations](turns::Record& record, const turns::Order& order) {
                      const std::string& operation = operations.at(order.operation);
                      std::string failure = engine_.script_.turn_failures(operation);
                      if (failure.empty())
                        record = record_of(measured(operation, static_cast<std::int64_t>(order.iterations)));
                      return failure;
                    },
                    [this, command](std::uint32_t taken, const std::string& failure, const std::string& stopped) {
                      if (!failure.empty()) return say({{"event", "error"}, {"message", failure}}, command);
                      if (stopped.empty()) return say({{"event", "turns taken"}, {"turns", taken}}, command);
                      say({{"event", "turns stopped"}, {"turns", taken}, {"message", stopped}}, command);
                    }});
  }

  static turns::End end_of(const nlohmann::json& seen) {
    const nlohmann::json& usage = seen.at("usage");
    return {seen.at("cpu").at(0).get<std::int32_t>(), seen.at("cpu").at(1).get<std::int32_t>(),
            usage.at("nvcsw").get<std::int64_t>(), usage.at("nivcsw").get<std::int64_t>(),
            usage.at("minflt").get<std::int64_t>()};
  }

  static turns::Record record_of(const nlohmann::json& answer) {
    turns::Record record{};
    record.started_ns = answer.at("started_ns").get<std::uint64_t>();
    record.elapsed_ns = answer.at("elapsed_ns").get<std::uint64_t>();
    record.own = end_of(answer);
    record.has_other_end = answer.contains("other") ? 1 : 0;
    if (answer.contains("other")) record.other = end_of(answer.at("other"));
    return record;
  }

  /// Nine of ten timed calls take what the operation costs, the tenth twice as much; the timer ticks in ns, costs 10.
  void sample(const nlohmann::json& command, const std::string& operation) {
    const auto calls = command.at("calls").get<std::int64_t>();
    const std::int64_t timed = calls / command.at("every").get<std::int64_t>();
    const auto ns = static_cast<std::int64_t>(engine_.script_.costs(operation, ScriptedEngine::filtered(spec_)));
    constexpr std::int64_t cost = 10;
    say({{"event", "sampled"},
         {"operation", operation},
         {"calls", calls},
         {"every", command.at("every")},
         {"elapsed_ns", ns * calls},
         {"smallest", ns + cost},
         {"largest", 2 * ns + cost},
         {"ticks", {{ns + cost, timed - timed / 10}, {2 * ns + cost, timed / 10}}},
         {"timer", {{"source", "scripted"}, {"ns_per_tick", 1.0}, {"step_ticks", 1}, {"cost_ticks", cost}}}},
        command);
  }

  static std::int64_t& clock_ns() {
    static std::int64_t now = 1'000'000;
    return now;
  }

  nlohmann::json witness(bool last) { return engine_.script_.witnesses(ScriptedEngine::witness_of(spec_), last); }

  void say(const nlohmann::json& answer, const nlohmann::json& command) {
    const std::string line = engine_.script_.speaks(spec_, command, engine_.script_.answers(command, to_line(answer)));
    if (!line.empty()) said_.push_back(line);
  }

  ScriptedEngine& engine_;
  std::string id_;
  ContainerSpec spec_;
  std::vector<std::string> said_;
  std::string errors_;
  std::uint32_t slot_ = 0;
};

inline std::unique_ptr<Container> ScriptedEngine::start(const ContainerSpec& spec, const Ownership& ownership) {
  script_.before_start();
  last_options_ = spec.options;
  const std::string id = std::to_string(++started_);
  living_[id] = {script_.starts(spec), ownership};
  return std::make_unique<ScriptedContainer>(*this, id, living_[id].spec);
}

}  // namespace orchestrate
