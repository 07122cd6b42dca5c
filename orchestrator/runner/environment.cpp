#include "runner/environment.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "support/failure.hpp"
#include "support/files.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

std::string cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return {};
}

/// The processor itself says so where a hypervisor wants it to (x86's CPUID); elsewhere the firmware does.
bool is_virtual() {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    if (line.starts_with("flags") && line.find(" hypervisor") != std::string::npos) return true;
  }
  const std::string vendor = first_line_of_file("/sys/class/dmi/id/sys_vendor");
  return vendor.starts_with("QEMU") || fs::exists("/proc/device-tree/hypervisor");
}

json mitigations() {
  json found = json::object();
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/sys/devices/system/cpu/vulnerabilities", ignored)) {
    found[entry.path().filename().string()] = first_line_of_file(entry.path());
  }
  return found;
}

void add_where_readable(json& object, const char* key, const fs::path& path) {
  const std::string line = first_line_of_file(path);
  if (!line.empty()) object[key] = line;
}

json image_ids(const Host& host) {
  json images = json::object();
  for (const auto& [name, image] : host.images) images[name] = image.id;
  return images;
}

json json_of(const ProbeIdentity& probe) {
  return {{"path", probe.path.string()},
          {"version", probe.version},
          {"sha256", probe.sha256},
          {"build_id", probe.build_id},
          {"libc", probe.libc()}};
}

json probes_of(const Host& host) {
  json probes = json::object();
  for (const auto& [level, probe] : host.probes) probes[level] = json_of(probe);
  return probes;
}

/// What is true for the moment only.
void remove_volatile(json& environment) {
  constexpr std::array moments{"/machine/load",
                               "/engine/info/Containers",
                               "/engine/info/ContainersRunning",
                               "/engine/info/ContainersPaused",
                               "/engine/info/ContainersStopped",
                               "/engine/info/Images",
                               "/engine/info/NFd",
                               "/engine/info/NGoroutines",
                               "/engine/info/NEventsListener",
                               "/engine/info/SystemTime",
                               "/engine/info/DriverStatus"};
  for (const char* moment : moments) {
    const json::json_pointer pointer(moment);
    if (environment.contains(pointer)) environment.at(pointer.parent_pointer()).erase(pointer.back());
  }
}

std::string text_of(const json& flat, const std::string& key) {
  const auto found = flat.find(key);
  if (found == flat.end()) return "not there";
  return found->is_string() ? found->get<std::string>() : found->dump();
}

}  // namespace

std::set<std::string> images_of(const Experiment& experiment) {
  std::set<std::string> images{experiment.image};
  for (const FactorLevels& factor : experiment.factors) {
    if (factor.factor == "image") images.insert(factor.levels.begin(), factor.levels.end());
  }
  return images;
}

void ask_engine(Engine& engine, const Experiment& experiment, Host& host) {
  ask_engine(engine, images_of(experiment), host);
}

void ask_engine(Engine& engine, const std::set<std::string>& images, Host& host) {
  host.engine = engine.describe();
  for (const std::string& name : images) {
    if (host.unavailable.contains({"image", name})) continue;
    const std::string id = engine.image_id(name);
    const std::string os_release = engine.file_in_image(id, "/etc/os-release");
    host.images[name] = {id, os_release.empty() ? "" : sha256(os_release)};
  }
}

void refuse_false_levels(const Plan& plan, const Host& host) {
  for (const PlannedCondition& condition : plan.conditions) {
    for (const Level& level : condition.levels) {
      const auto objection = find_factor(level.factor)->objection(level, host.engine);
      if (objection) throw EnvironmentFailure(fmt::format("{}: {}", escaped(plan.experiment), *objection));
    }
  }
}

std::vector<std::string> changes(const json& before, const json& after) {
  std::array<json, 2> both{before, after};
  for (json& one : both) {
    remove_volatile(one);
    one = one.flatten();
  }
  std::set<std::string> keys;
  for (const json& one : both) {
    for (const auto& [key, value] : one.items()) keys.insert(key);
  }
  std::vector<std::string> found;
  for (const std::string& key : keys) {
    const std::string was = text_of(both[0], key);
    const std::string is = text_of(both[1], key);
    if (was != is) found.push_back(fmt::format("{} was {}, is {}", escaped(key.substr(1)), escaped(was), escaped(is)));
  }
  return found;
}

json describe_environment(const Host& host) {
  utsname names{};
  ::uname(&names);
  json machine{{"kernel", names.release},
               {"kernel_version", names.version},
               {"architecture", names.machine},
               {"cpu", cpu_model()},
               {"cpus", host.cpus},
               {"virtual", is_virtual()},
               {"mitigations", mitigations()}};
  add_where_readable(machine, "clocksource", "/sys/devices/system/clocksource/clocksource0/current_clocksource");
  add_where_readable(machine, "governor", "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  add_where_readable(machine, "smt", "/sys/devices/system/cpu/smt/control");
  add_where_readable(machine, "load", "/proc/loadavg");
  json environment{{"machine", machine},
                   {"engine", host.engine},
                   {"images", image_ids(host)},
                   {"probe", json_of(host.native_probe)}};
  if (!host.probes.empty()) environment["probes"] = probes_of(host);
  return environment;
}

}  // namespace orchestrate
