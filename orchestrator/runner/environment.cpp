#include "runner/environment.hpp"

#include <sys/utsname.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace orchestrate {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

std::string first_line(const fs::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

std::string cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return {};
}

json mitigations() {
  json found = json::object();
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/sys/devices/system/cpu/vulnerabilities", ignored)) {
    found[entry.path().filename().string()] = first_line(entry.path());
  }
  return found;
}

void add_where_readable(json& object, const char* key, const fs::path& path) {
  const std::string line = first_line(path);
  if (!line.empty()) object[key] = line;
}

}  // namespace

json describe_environment(Engine& engine, const std::string& image, const Host& host) {
  utsname names{};
  ::uname(&names);
  json machine{{"kernel", names.release},
               {"kernel_version", names.version},
               {"architecture", names.machine},
               {"cpu", cpu_model()},
               {"cpus", host.cpus},
               {"mitigations", mitigations()}};
  add_where_readable(machine, "clocksource", "/sys/devices/system/clocksource/clocksource0/current_clocksource");
  add_where_readable(machine, "governor", "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  add_where_readable(machine, "smt", "/sys/devices/system/cpu/smt/control");
  add_where_readable(machine, "load", "/proc/loadavg");
  const ProbeIdentity& probe = host.native_probe;
  return {{"machine", machine},
          {"engine", engine.describe()},
          {"image", {{"name", image}, {"id", engine.image_id(image)}}},
          {"probe",
           {{"path", probe.path.string()},
            {"version", probe.version},
            {"sha256", probe.sha256},
            {"build_id", probe.build_id},
            {"libc", probe.libc_name + " " + probe.libc_version}}}};
}

}  // namespace orchestrate
