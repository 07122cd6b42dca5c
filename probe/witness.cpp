#include "witness.hpp"

#include <dirent.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <map>
#include <memory>
#include <vector>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

#include "failure.hpp"
#include "fingerprint.hpp"
#include "kernel/cgroup.hpp"
#include "kernel/proc.hpp"
#include "kernel/text_file.hpp"
#include "os_release.hpp"
#include "own_build.hpp"
#include "placement.hpp"
#include "sha256.hpp"

namespace probe {

namespace {

/// A part of the witness: keys of it, and reasons for keys that are missing.
struct Part {
  Json seen = Json::object();
  Json unreadable = Json::object();
};

Part without(const std::string& key, const std::string& reason) {
  Part part;
  part.unreadable[key] = reason;
  return part;
}

Part identity() {
  Part part;
  part.seen["pid"] = getpid();
  part.seen["probe"] = own_version();
  part.seen["architecture"] = own_architecture();
  part.seen["compiler"] = own_compiler();
  const std::string build_id = own_build_id();
  if (build_id.empty()) {
    part.unreadable["build_id"] = "the program has no GNU build id";
  } else {
    part.seen["build_id"] = build_id;
  }
#ifdef __GLIBC__
  part.seen["libc"] = {{"name", "glibc"}, {"version", gnu_get_libc_version()}};
#else
  part.seen["libc"] = {{"name", "musl"}};  // which tells nobody its version
#endif
  return part;
}

Part kernel() {
  utsname names;
  if (uname(&names) != 0) return without("kernel", CallFailed("uname", errno).what());
  Part part;
  part.seen["hostname"] = names.nodename;
  part.seen["kernel"] = {{"release", names.release}, {"version", names.version}};
  return part;
}

/// A field of /proc/self/status and where it goes; a number where it is one in decimal.
struct StatusField {
  const char* field;
  const char* pointer;  ///< a JSON pointer into the witness
  bool decimal;
};

const StatusField status_fields[] = {
    {"Seccomp", "/seccomp/mode", true},
    {"Seccomp_filters", "/seccomp/filters", true},  // since Linux 5.9
    {"NoNewPrivs", "/no_new_privs", true},
    {"CapInh", "/capabilities/inheritable", false},
    {"CapPrm", "/capabilities/permitted", false},
    {"CapEff", "/capabilities/effective", false},
    {"CapBnd", "/capabilities/bounding", false},
    {"CapAmb", "/capabilities/ambient", false},
    {"Speculation_Store_Bypass", "/speculation_store_bypass", false},
    {"Cpus_allowed_list", "/cpus_allowed_list", false},
};

/// "/seccomp/mode" as "seccomp.mode", the way reasons name keys.
std::string dotted(const std::string& pointer) {
  std::string name = pointer.substr(1);
  for (char& character : name) {
    if (character == '/') character = '.';
  }
  return name;
}

Part status() {
  Part part;
  const Reading reading = read_text_file("/proc/self/status");
  const std::map<std::string, std::string> fields = parse_status(reading.text);
  for (const StatusField& wanted : status_fields) {
    const auto field = fields.find(wanted.field);
    if (field == fields.end()) {
      part.unreadable[dotted(wanted.pointer)] =
          reading.readable ? std::string("no ") + wanted.field + " in /proc/self/status" : reading.reason;
      continue;
    }
    Json& value = part.seen[Json::json_pointer(wanted.pointer)];
    if (wanted.decimal) {
      value = std::stol(field->second);
    } else {
      value = field->second;
    }
  }
  return part;
}

Part affinity() {
  try {
    Part part;
    part.seen["affinity"] = cpu_numbers(allowed_cpus());
    return part;
  } catch (const CallFailed& failure) {
    return without("affinity", failure.what());
  }
}

Part cgroup() {
  const CgroupFindings findings = read_cgroup(read_text_file);
  Part part;
  if (!findings.found.empty()) part.seen["cgroup"] = findings.found;
  part.unreadable = findings.unreadable;
  return part;
}

Part vdso() {
  const Reading maps = read_text_file("/proc/self/maps");
  if (!maps.readable) return without("vdso", maps.reason);
  Part part;
  part.seen["vdso"] = parse_vdso_lines(maps.text);
  return part;
}

Part clocksource() {
  const Reading current = read_text_file("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  if (!current.readable) return without("clocksource", current.reason);
  Part part;
  part.seen["clocksource"] = trimmed(current.text);
  return part;
}

Part vulnerabilities() {
  const std::string folder = "/sys/devices/system/cpu/vulnerabilities";
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(opendir(folder.c_str()), closedir);
  if (!entries) return without("vulnerabilities", CallFailed("opendir " + folder, errno).what());
  Part part;
  part.seen["vulnerabilities"] = Json::object();
  while (const dirent* entry = readdir(entries.get())) {
    const std::string name = entry->d_name;
    if (name[0] == '.') continue;
    const Reading state = read_text_file(std::string(folder).append("/").append(name));
    if (state.readable) {
      part.seen["vulnerabilities"][name] = trimmed(state.text);
    } else {
      part.unreadable["vulnerabilities." + name] = state.reason;
    }
  }
  return part;
}

/// The AppArmor label; neither key nor reason where the kernel runs without AppArmor.
Part apparmor() {
  Reading label = read_text_file("/proc/self/attr/apparmor/current");
  if (!label.readable) {
    const Reading enabled = read_text_file("/sys/module/apparmor/parameters/enabled");
    if (trimmed(enabled.text) != "Y") return {};
    label = read_text_file("/proc/self/attr/current");  // before Linux 5.8; may be another security module's since
  }
  if (!label.readable) return without("apparmor", label.reason);
  Part part;
  part.seen["apparmor"] = trimmed(label.text);
  return part;
}

/// The map of user ids, white space made single: "0 0 4294967295" is the host's own; several ranges have a comma
/// between.
Part user_namespace() {
  const Reading map = read_text_file("/proc/self/uid_map");
  if (!map.readable) return without("user_namespace", map.reason);
  std::string ranges;
  for (const std::string& line : lines_of(map.text)) {
    if (!ranges.empty()) ranges += ',';
    const char* gap = "";
    for (const std::string& word : words_of(line)) {
      ranges += gap;
      ranges += word;
      gap = " ";
    }
  }
  Part part;
  part.seen["user_namespace"] = ranges;
  return part;
}

Part root() {
  struct statvfs file_system;
  if (statvfs("/", &file_system) != 0) return without("root_read_only", CallFailed("statvfs /", errno).what());
  Part part;
  part.seen["root_read_only"] = (file_system.f_flag & ST_RDONLY) != 0;
  return part;
}

Json limit_value(rlim_t value) {
  return value == RLIM_INFINITY ? Json("unlimited") : Json(value);
}

Part limits() {
  struct Named {
    const char* name;
    decltype(RLIMIT_AS) resource;  // an enumeration in glibc, a number in musl
  };
  static const Named resources[] = {
      {"as", RLIMIT_AS},           {"core", RLIMIT_CORE},         {"cpu", RLIMIT_CPU},
      {"data", RLIMIT_DATA},       {"fsize", RLIMIT_FSIZE},       {"locks", RLIMIT_LOCKS},
      {"memlock", RLIMIT_MEMLOCK}, {"msgqueue", RLIMIT_MSGQUEUE}, {"nice", RLIMIT_NICE},
      {"nofile", RLIMIT_NOFILE},   {"nproc", RLIMIT_NPROC},       {"rss", RLIMIT_RSS},
      {"rtprio", RLIMIT_RTPRIO},   {"rttime", RLIMIT_RTTIME},     {"sigpending", RLIMIT_SIGPENDING},
      {"stack", RLIMIT_STACK},
  };
  Part part;
  part.seen["limits"] = Json::object();
  for (const Named& named : resources) {
    rlimit limit;
    if (getrlimit(named.resource, &limit) == 0) {
      part.seen["limits"][named.name] = {{"soft", limit_value(limit.rlim_cur)}, {"hard", limit_value(limit.rlim_max)}};
    } else {
      part.unreadable["limits." + std::string(named.name)] = CallFailed("getrlimit", errno).what();
    }
  }
  return part;
}

/// Which image the process runs in. The program itself comes from outside and is the same in each.
Part os_release() {
  const Reading file = read_text_file("/etc/os-release");
  Part part;
  if (!file.readable) {
    part.unreadable = {{"os_release", file.reason}, {"os_release_sha256", file.reason}};
    return part;
  }
  part.seen["os_release_sha256"] = sha256(file.text);
  const std::string name = pretty_name(file.text);
  if (name.empty()) {
    part.unreadable["os_release"] = "no PRETTY_NAME in /etc/os-release";
  } else {
    part.seen["os_release"] = name;
  }
  return part;
}

Part environment() {
  Part part;
  part.seen["environment"] = Json::object();
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string text = *variable;
    const std::size_t equals = text.find('=');
    if (equals != std::string::npos) part.seen["environment"][text.substr(0, equals)] = text.substr(equals + 1);
  }
  return part;
}

Part steal() {
  const Reading stat = read_text_file("/proc/stat");
  if (!stat.readable) return without("steal_ticks", stat.reason);
  const StealTicks steal = parse_steal_ticks(stat.text);
  if (!steal.known) return without("steal_ticks", "no stolen time in /proc/stat");
  Part part;
  part.seen["steal_ticks"] = steal.ticks;
  return part;
}

Part fingerprint() {
  const Fingerprint taken = take_fingerprint();
  Part part;
  part.seen["fingerprint"] = taken.answers;
  for (const auto& missing : taken.unreadable) {
    part.unreadable[missing.first.empty() ? "fingerprint" : "fingerprint." + missing.first] = missing.second;
  }
  return part;
}

}  // namespace

Json take_witness(const std::string& token) {
  Json witness = Json::object();
  Json unreadable = Json::object();
  for (const auto take : {identity, kernel, status, affinity, cgroup, vdso, clocksource, vulnerabilities, apparmor,
                          user_namespace, root, os_release, limits, environment, steal, fingerprint}) {
    const Part part = take();
    witness.update(part.seen);
    unreadable.update(part.unreadable);
  }
  if (!token.empty()) witness["token"] = token;
  witness["unreadable"] = unreadable;
  return witness;
}

}  // namespace probe
