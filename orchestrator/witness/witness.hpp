#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace orchestrate {

/// What the measured process reports of itself. A member is empty where the process could not read it; `unreadable`
/// then says why.
struct Witness {
  std::string token;  ///< the word that this very process was started with
  std::string build_id;
  std::string libc_name;
  std::string libc_version;
  std::optional<int> seccomp_mode;     ///< 0 none, 1 strict, 2 filter (proc(5), "Seccomp")
  std::optional<int> seccomp_filters;  ///< how many filters are stacked; Linux 5.9 and later
  std::optional<std::string> cpus_allowed_list;
  std::vector<int> affinity;
  std::vector<int> ends;  ///< the CPUs that the two ends of an operation are bound to; empty where they are not
  std::map<std::string, std::string> environment;
  std::map<std::string, std::string> fingerprint;  ///< system call -> "ok", an errno's name, or "killed"
  std::map<std::string, std::string> unreadable;   ///< key -> why
  nlohmann::json raw;                              ///< everything that was reported, as it came
};

/// Reads a witness object. Throws ProtocolError (witness/message.hpp) where a key has another type than the protocol's.
Witness read_witness(const nlohmann::json& object);

}  // namespace orchestrate
