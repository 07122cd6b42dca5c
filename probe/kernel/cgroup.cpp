#include "kernel/cgroup.hpp"

#include <algorithm>
#include <cstdint>

namespace probe {

namespace {

bool contains(const std::vector<std::string>& list, const std::string& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

/// mountinfo writes a space, a tab, a newline and a backslash as a backslash with three octal digits (proc(5)).
std::string without_octal_escapes(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 3 < text.size() && text.find_first_not_of("01234567", i + 1) >= i + 4) {
      plain += static_cast<char>(std::stoi(text.substr(i + 1, 3), nullptr, 8));
      i += 3;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

/// The folder of a cgroup below a mount: the mount may show the whole hierarchy, or begin at a cgroup of its own.
std::string folder_of(const std::string& cgroup, const CgroupMount& mount) {
  if (mount.root == "/") return cgroup == "/" ? mount.mount_point : mount.mount_point + cgroup;
  if (cgroup == mount.root) return mount.mount_point;
  if (cgroup.compare(0, mount.root.size() + 1, mount.root + "/") == 0) {
    return mount.mount_point + cgroup.substr(mount.root.size());
  }
  return {};
}

/// Where the process's cgroup for one controller may lie, best first, and whether the v2 files' names hold there.
struct Folders {
  std::vector<std::string> paths;
  bool unified;
};

Folders folders_of(const std::string& controller, const std::vector<CgroupMembership>& memberships,
                   const std::vector<CgroupMount>& mounts) {
  const auto of_v1 = std::find_if(memberships.begin(), memberships.end(), [&](const CgroupMembership& membership) {
    return contains(membership.controllers, controller);
  });
  const bool unified = of_v1 == memberships.end();
  const auto own = !unified ? of_v1
                            : std::find_if(memberships.begin(), memberships.end(),
                                           [](const CgroupMembership& membership) { return membership.unified; });
  Folders folders{{}, unified};
  if (own == memberships.end()) return folders;
  std::vector<std::string> mount_points;
  for (const CgroupMount& mount : mounts) {
    if (mount.unified != unified || (!unified && !contains(mount.options, controller))) continue;
    const std::string folder = folder_of(own->path, mount);
    if (!folder.empty()) folders.paths.push_back(folder);
    mount_points.push_back(mount.mount_point);
  }
  // Where a cgroup namespace makes the two files disagree, the mount's top is the container's own cgroup.
  folders.paths.insert(folders.paths.end(), mount_points.begin(), mount_points.end());
  return folders;
}

/// A file of the process's cgroup. Where the cgroup can be seen but has no such file (a root cgroup, or the controller
/// is not enabled for it), it is readable and empty: the kernel sets no limit.
Reading read_in(const Folders& folders, const std::string& file, const TextReader& read) {
  std::string reason = "no mount of it in /proc/self/mountinfo";
  for (const std::string& folder : folders.paths) {
    Reading reading = read(std::string(folder).append("/").append(file));
    if (reading.readable) return reading;
    if (&folder == &folders.paths.front()) reason = reading.reason;
    if (read(folder + "/cgroup.procs").readable) return {true, {}, {}};
  }
  return {false, {}, reason};
}

bool is_number(const std::string& word) {
  return !word.empty() && word.size() <= 19 && word.find_first_not_of("0123456789") == std::string::npos;
}

void read_cpu(const Folders& folders, const TextReader& read, CgroupFindings& findings) {
  std::vector<std::string> quota_and_period;  // microseconds; the quota is "max" (v2) or -1 (v1) where there is none
  if (folders.unified) {
    const Reading limit = read_in(folders, "cpu.max", read);
    if (!limit.readable) findings.unreadable["cgroup.cpu"] = limit.reason;
    quota_and_period = words_of(limit.text);
  } else {
    const Reading quota = read_in(folders, "cpu.cfs_quota_us", read);
    const Reading period = read_in(folders, "cpu.cfs_period_us", read);
    if (!quota.readable) findings.unreadable["cgroup.cpu"] = quota.reason;
    quota_and_period = {trimmed(quota.text), trimmed(period.text)};
  }
  if (quota_and_period.size() == 2 && is_number(quota_and_period[0]) && is_number(quota_and_period[1])) {
    findings.found["cpu_quota_us"] = std::stoull(quota_and_period[0]);
    findings.found["cpu_period_us"] = std::stoull(quota_and_period[1]);
  }
  for (const std::string& line : lines_of(read_in(folders, "cpu.stat", read).text)) {
    const std::vector<std::string> words = words_of(line);
    if (words.size() == 2 && words[0] == "nr_throttled" && is_number(words[1])) {
      findings.found["cpu_throttled"] = std::stoull(words[1]);
    }
  }
}

void read_memory(const Folders& folders, const TextReader& read, CgroupFindings& findings) {
  const Reading limit = read_in(folders, folders.unified ? "memory.max" : "memory.limit_in_bytes", read);
  if (!limit.readable) findings.unreadable["cgroup.memory"] = limit.reason;
  const std::string bytes = trimmed(limit.text);
  // v1 writes "no limit" as the largest signed number, rounded down to a page.
  constexpr std::uint64_t no_limit = std::uint64_t{1} << 62;
  if (is_number(bytes) && std::stoull(bytes) < no_limit) findings.found["memory_limit_bytes"] = std::stoull(bytes);
}

}  // namespace

std::vector<CgroupMembership> parse_cgroup_memberships(const std::string& text) {
  std::vector<CgroupMembership> memberships;
  for (const std::string& line : lines_of(text)) {
    // "4:cpu,cpuacct:/docker/0123", "1:name=systemd:/", "0::/" (cgroups(7)); the path may hold colons itself
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string names = line.substr(first + 1, second - first - 1);
    CgroupMembership membership{{}, line.substr(second + 1), names.empty()};
    for (const std::string& name : split(names, ',')) {
      if (!name.empty() && name.compare(0, 5, "name=") != 0) membership.controllers.push_back(name);
    }
    memberships.push_back(membership);
  }
  return memberships;
}

std::vector<CgroupMount> parse_cgroup_mounts(const std::string& mountinfo) {
  std::vector<CgroupMount> mounts;
  for (const std::string& line : lines_of(mountinfo)) {
    // "id parent major:minor root mount_point options [optional…] - type source super_options" (proc(5))
    const std::vector<std::string> words = words_of(line);
    const auto dash = std::find(words.begin(), words.end(), "-");
    if (words.size() < 5 || words.end() - dash < 4) continue;
    const std::string& type = dash[1];
    if (type != "cgroup" && type != "cgroup2") continue;
    mounts.push_back(
        {without_octal_escapes(words[3]), without_octal_escapes(words[4]), type == "cgroup2", split(dash[3], ',')});
  }
  return mounts;
}

CgroupFindings read_cgroup(const TextReader& read) {
  CgroupFindings findings;
  const Reading own = read("/proc/self/cgroup");
  const Reading mountinfo = read("/proc/self/mountinfo");
  if (!own.readable || !mountinfo.readable) {
    findings.unreadable["cgroup"] = own.readable ? mountinfo.reason : own.reason;
    return findings;
  }
  const std::vector<CgroupMembership> memberships = parse_cgroup_memberships(own.text);
  const std::vector<CgroupMount> mounts = parse_cgroup_mounts(mountinfo.text);
  bool v1 = false;
  bool v2 = false;
  for (const CgroupMembership& membership : memberships) {
    v1 = v1 || !membership.controllers.empty();
    v2 = v2 || membership.unified;
  }
  if (!v1 && !v2) {
    findings.unreadable["cgroup"] = "/proc/self/cgroup names no cgroup";
    return findings;
  }
  findings.found["version"] = v1 && v2 ? "hybrid" : v1 ? "v1" : "v2";
  read_cpu(folders_of("cpu", memberships, mounts), read, findings);
  read_memory(folders_of("memory", memberships, mounts), read, findings);
  return findings;
}

}  // namespace probe
