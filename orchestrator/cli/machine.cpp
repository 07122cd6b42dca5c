#include "cli/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "factors/cpu_list.hpp"
#include "factors/factor.hpp"
#include "support/files.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

namespace fs = std::filesystem;

/// Of a file of the kernel's, for a terminal.
std::string shown_line(const fs::path& path) {
  return escaped(first_line_of_file(path));
}

/// One file of each CPU: how many CPUs say what.
std::map<std::string, int> of_each_cpu(const fs::path& root, const std::vector<int>& cpus, const std::string& file) {
  std::map<std::string, int> counts;
  for (const int cpu : cpus) {
    const std::string line = shown_line(root / fmt::format("sys/devices/system/cpu/cpu{}/{}", cpu, file));
    if (!line.empty()) ++counts[line];
  }
  return counts;
}

MachineCheck cgroups(const fs::path& root) {
  const fs::path v2 = root / "sys/fs/cgroup/cgroup.controllers";
  const bool is_v2 = fs::exists(v2);
  const std::string controllers = " " + shown_line(v2) + " ";
  const bool has_cpuset =
      is_v2 ? controllers.find(" cpuset ") != std::string::npos : fs::exists(root / "sys/fs/cgroup/cpuset");
  const std::string seen = fmt::format("version {}{}", is_v2 ? "2" : "1", has_cpuset ? ", with cpuset" : ", no cpuset");
  if (has_cpuset) return {"cgroups", Health::ok, seen, "CPUs, quotas and memory limits can be put into force.", ""};
  return {"cgroups", Health::problem, seen, "No container can be pinned to a CPU: cpus: pinned would be refused.",
          is_v2 ? "echo +cpuset >/sys/fs/cgroup/cgroup.subtree_control, or let systemd delegate it (Delegate=cpuset)"
                : "mount -t cgroup -o cpuset cpuset /sys/fs/cgroup/cpuset"};
}

MachineCheck usable_cpus(const fs::path& root, const std::vector<int>& cpus) {
  const std::string online = shown_line(root / "sys/devices/system/cpu/online");
  const std::string isolated = shown_line(root / "sys/devices/system/cpu/isolated");
  const std::string seen = fmt::format("{} of {} online{}", to_cpu_list(cpus), online.empty() ? "?" : online,
                                       isolated.empty() ? "" : fmt::format("; isolated: {}", isolated));
  if (cpus.size() > 1) {
    return {"CPUs", Health::ok, seen, "The tool keeps off the CPU that it measures on.", ""};
  }
  return {"CPUs", Health::careful, seen,
          "The tool and what it measures share the one CPU: wider intervals. cpus: split cannot be had.",
          "give this process a second CPU (taskset, the virtual machine's size)"};
}

MachineCheck siblings(const fs::path& root, const std::vector<int>& cpus) {
  std::set<std::string> shared;
  for (const auto& [list, count] : of_each_cpu(root, cpus, "topology/thread_siblings_list")) {
    const auto threads = parse_cpu_list(list);
    if (threads && threads->size() > 1) shared.insert(list);
  }
  if (shared.empty()) {
    return {"siblings", Health::ok, "no two CPUs share a core, as far as can be seen",
            "Nothing on another CPU takes a core's units away.", ""};
  }
  return {"siblings", Health::careful,
          fmt::format("CPUs that share a core: {}", joined({shared.begin(), shared.end()}, "; ")),
          "What runs on the sibling of a measured CPU takes part of the core: a second mode, up to twice as slow.",
          "echo off >/sys/devices/system/cpu/smt/control"};
}

MachineCheck governor(const fs::path& root, const std::vector<int>& cpus) {
  const auto governors = of_each_cpu(root, cpus, "cpufreq/scaling_governor");
  if (governors.empty()) {
    return {"governor", Health::ok, "none: the host decides, or the frequency is fixed",
            "A virtual machine cannot see its frequency; the twins and the drift test can.", ""};
  }
  std::vector<std::string> parts;
  parts.reserve(governors.size());
  for (const auto& [name, count] : governors) {
    parts.push_back(fmt::format("{} on {}", name, counted(static_cast<std::size_t>(count), "CPU")));
  }
  const bool steady = governors.size() == 1 && governors.contains("performance");
  if (steady) return {"governor", Health::ok, joined(parts), "The frequency does not follow the load.", ""};
  return {"governor", Health::careful, joined(parts),
          "The frequency follows the load, so first batches are slower than later ones: wider intervals.",
          "cpupower frequency-set --governor performance"};
}

MachineCheck turbo(const fs::path& root) {
  const std::string no_turbo = shown_line(root / "sys/devices/system/cpu/intel_pstate/no_turbo");
  const std::string boost = shown_line(root / "sys/devices/system/cpu/cpufreq/boost");
  if (no_turbo.empty() && boost.empty()) {
    return {"turbo", Health::ok, "not seen", "Nothing here says that the clock rises above its nominal frequency.", ""};
  }
  if (no_turbo == "1" || boost == "0") {
    return {"turbo", Health::ok, "off", "The clock is the same however many cores are busy.", ""};
  }
  return {"turbo", Health::careful, "on",
          "The clock depends on heat and on how many cores are busy: drift over minutes, and numbers that are not "
          "those of the nominal frequency.",
          no_turbo.empty() ? "echo 0 >/sys/devices/system/cpu/cpufreq/boost"
                           : "echo 1 >/sys/devices/system/cpu/intel_pstate/no_turbo"};
}

/// The clocks that the vDSO can read without a system call (the kernel's arch/*/include/asm/vdso/clocksource.h).
bool vdso_reads(const std::string& clocksource) {
  static const std::set<std::string> read{"tsc", "kvm-clock", "hyperv_clocksource_tsc_page", "arch_sys_counter"};
  return read.contains(clocksource);
}

MachineCheck clocksource(const fs::path& root) {
  const fs::path folder = root / "sys/devices/system/clocksource/clocksource0";
  const std::string current = shown_line(folder / "current_clocksource");
  if (current.empty()) {
    return {"clocksource", Health::careful, "the kernel does not say",
            "Whether reading a clock is a system call is open.", "orchestrate run experiments/clocks.yaml counts it"};
  }
  if (vdso_reads(current)) {
    return {"clocksource", Health::ok, current, "Clocks are read without a system call.", ""};
  }
  const std::string others = " " + shown_line(folder / "available_clocksource") + " ";
  return {"clocksource", Health::careful, current,
          "Every reading of a clock is a system call of a microsecond or so: clock_* differ from other machines, and "
          "single calls are timed more coarsely where the CPU's counter is not trusted.",
          others.find(" tsc ") != std::string::npos
              ? "echo tsc >/sys/devices/system/clocksource/clocksource0/current_clocksource"
              : "the kernel distrusts the CPU's counter: dmesg | grep -i tsc says why"};
}

/// Ticks since the boot: all, and those that the hypervisor gave to others (proc(5), /proc/stat).
MachineCheck steal(const fs::path& root) {
  std::istringstream line(shown_line(root / "proc/stat"));
  std::string name;
  line >> name;
  std::vector<double> ticks;
  for (double one = 0; line >> one;) ticks.push_back(one);
  if (name != "cpu" || ticks.size() < 8) {
    return {"steal", Health::careful, "the kernel does not say", "Whether others take CPU time away is open.",
            "top shows it as st"};
  }
  double all = 0;
  // guest and guest_nice are part of user and nice.
  for (std::size_t i = 0; i < 8; ++i) all += ticks[i];
  const double share = all > 0 ? 100 * ticks[7] / all : 0;
  const std::string seen = fmt::format("{:.2f} % of the time since the boot", share);
  if (share < 1) return {"steal", Health::ok, seen, "The host gives this machine the CPUs that it shows.", ""};
  return {"steal", Health::careful, seen,
          "Others on the host take CPU time: batches with gaps, wider intervals, perhaps drift.",
          "a machine with CPUs of its own, or another hour"};
}

MachineCheck load(const fs::path& root, const std::vector<int>& cpus) {
  double busy = 0;
  if (!(std::istringstream(shown_line(root / "proc/loadavg")) >> busy)) {
    return {"load", Health::careful, "the kernel does not say", "Whether the machine is idle is open.", "uptime"};
  }
  const std::string seen = fmt::format("{:.2f} over the last minute", busy);
  // The tool itself and a shell make some.
  if (busy < 0.3 * static_cast<double>(cpus.size())) {
    return {"load", Health::ok, seen, "The machine is idle enough.", ""};
  }
  return {"load", Health::careful, seen,
          "Others run, and interrupt what is measured: wider intervals, unresolved verdicts.",
          "ps -eo pcpu,pid,args --sort=-pcpu | head"};
}

MachineCheck mitigations(const fs::path& root) {
  int mitigated = 0;
  std::vector<std::string> vulnerable;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(root / "sys/devices/system/cpu/vulnerabilities", ignored)) {
    const std::string state = shown_line(entry.path());
    if (state.starts_with("Mitigation")) ++mitigated;
    if (state.starts_with("Vulnerable")) vulnerable.push_back(entry.path().filename().string());
  }
  std::sort(vulnerable.begin(), vulnerable.end());
  std::string seen = fmt::format("{} in force", mitigated);
  if (!vulnerable.empty()) seen += fmt::format("; vulnerable: {}", joined(vulnerable));
  const bool off = (" " + shown_line(root / "proc/cmdline") + " ").find(" mitigations=off ") != std::string::npos;
  if (!off) {
    return {"mitigations", Health::ok, seen,
            "They are part of what a system call costs: compare with machines that have the same.", ""};
  }
  return {"mitigations", Health::careful, seen + "; mitigations=off",
          "System calls are cheaper than on machines as they are delivered: the numbers are this kernel's only.",
          "boot without mitigations=off"};
}

Cell health_cell(Health health) {
  if (health == Health::ok) return {"ok", green};
  if (health == Health::careful) return {"careful", yellow};
  return {"problem", red};
}

}  // namespace

std::vector<MachineCheck> check_kernel(const fs::path& root, const std::vector<int>& cpus) {
  return {cgroups(root),    usable_cpus(root, cpus), siblings(root, cpus), governor(root, cpus),
          turbo(root),      clocksource(root),       steal(root),          load(root, cpus),
          mitigations(root)};
}

std::vector<MachineCheck> check_engine(const nlohmann::json& description) {
  const auto text = [&](const char* pointer) { return escaped(text_at(description, pointer).value_or("?")); };
  std::vector<MachineCheck> checks{{"engine", Health::ok,
                                    fmt::format("{}, server {}", text("/program"), text("/version/Server/Version")),
                                    "Containers can be started.", ""}};
  const auto objection = find_factor("seccomp")->objection({"seccomp", "default"}, description);
  if (objection) {
    checks.push_back({"daemon's profile", Health::problem, "not the engine's own", *objection,
                      "restart the daemon without --seccomp-profile"});
  } else {
    checks.push_back({"daemon's profile", Health::ok, "the engine's own", "seccomp: default means what it says.", ""});
  }
  checks.push_back({"cgroup driver", Health::ok,
                    fmt::format("{}, cgroups of version {}", text("/info/CgroupDriver"), text("/info/CgroupVersion")),
                    "Either driver puts limits into force; runs on different ones are different machines.", ""});
  return checks;
}

MachineCheck silent_engine(const std::string& words) {
  return {"engine", Health::problem, escaped(words.substr(0, words.find('\n'))), "Nothing can be measured.",
          "./bootstrap starts one; systemctl start docker; or name another client with --engine"};
}

MachineCheck check_space(const fs::path& results, std::uint64_t free_bytes) {
  const std::string seen =
      fmt::format("{:.0f} MB free for {}", static_cast<double>(free_bytes) * 1e-6, escaped(results.string()));
  // A run of 30 rounds takes some 20 MB.
  if (free_bytes >= 200'000'000) return {"room", Health::ok, seen, "Enough for runs to end.", ""};
  const std::string change = "make room, or name another folder with --results";
  if (free_bytes >= 20'000'000) {
    return {"room", Health::careful, seen, "A long run may have to end early; it can be resumed.", change};
  }
  return {"room", Health::problem, seen, "A run would be refused or end early.", change};
}

Table table_of(const std::vector<MachineCheck>& checks) {
  Table table{{Align::left, Align::left, Align::left}, {}, {}};
  for (const MachineCheck& check : checks) {
    table.rows.push_back({health_cell(check.health), {check.what, ""}, {check.seen, ""}});
    table.rows.push_back({{"", ""}, {"", ""}, {check.effect, dim}});
    if (!check.change.empty()) table.rows.push_back({{"", ""}, {"", ""}, {"to change it: " + check.change, ""}});
  }
  return table;
}

}  // namespace orchestrate
