#pragma once

#include <string>
#include <vector>

#include "json.hpp"
#include "kernel/text_file.hpp"

namespace probe {

/// A line of /proc/self/cgroup: in which cgroup of one hierarchy the process is.
struct CgroupMembership {
  std::vector<std::string> controllers;  ///< empty for the unified hierarchy (v2) and for named ones
  std::string path;
  bool unified;
};
std::vector<CgroupMembership> parse_cgroup_memberships(const std::string& text);

/// A mounted hierarchy, from /proc/self/mountinfo.
struct CgroupMount {
  std::string root;  ///< the cgroup that shows at mount_point; in a container with v1, often the container's own
  std::string mount_point;
  bool unified;
  std::vector<std::string> options;  ///< of v1; they hold the controllers' names
};
std::vector<CgroupMount> parse_cgroup_mounts(const std::string& mountinfo);

/// What was found, and under "unreadable" the reasons for what was not.
struct CgroupFindings {
  Json found = Json::object();
  Json unreadable = Json::object();
};

/// The limits of the process's own cgroup: "version" (v1, v2, hybrid), "cpu_quota_us" with "cpu_period_us",
/// "memory_limit_bytes" and "cpu_throttled", the count of periods in which it was throttled. A limit that is not set
/// has no key. Limits of cgroups above it are not looked at: a container cannot see them.
CgroupFindings read_cgroup(const TextReader& read);

}  // namespace probe
