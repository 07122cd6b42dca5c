#include "analysis/likeness.hpp"

#include <algorithm>
#include <array>

#include "support/files.hpp"
#include "support/json.hpp"
#include "witness/message.hpp"

namespace orchestrate {
namespace {

/// The file in which the containers of a round take turns is each round's own.
void leave_out_turns(nlohmann::json& config) {
  const auto mounts = config.find("mounts");
  if (mounts == config.end() || !mounts->is_array()) return;
  const auto is_turns = [](const nlohmann::json& mount) {
    return text_at(mount, "/destination") == turns_in_container;
  };
  mounts->erase(std::remove_if(mounts->begin(), mounts->end(), is_turns), mounts->end());
}

/// What the runtime was told, without what is each container's or each round's own: its paths, names, command and
/// environment (which the witness has).
std::string told_to_runtime(const ContainerStarted& started) {
  if (!started.config.is_object()) return {};
  constexpr std::array<const char*, 6> own{"/hostname",     "/annotations", "/root/path",
                                           "/process/args", "/process/env", "/linux/cgroupsPath"};
  nlohmann::json config = started.config;
  for (const char* pointer : own) {
    const nlohmann::json::json_pointer place(pointer);
    if (config.contains(place)) config.at(place.parent_pointer()).erase(place.back());
  }
  leave_out_turns(config);
  std::string text = to_line(config);
  for (std::size_t at = 0; !started.id.empty() && (at = text.find(started.id, at)) != std::string::npos;) {
    text.erase(at, started.id.size());
  }
  return text;
}

}  // namespace

std::string likeness(const ContainerEvidence& evidence) {
  constexpr std::array<const char*, 18> treatment{"/seccomp",
                                                  "/fingerprint",
                                                  "/no_new_privs",
                                                  "/capabilities",
                                                  "/speculation_store_bypass",
                                                  "/cpus_allowed_list",
                                                  "/affinity",
                                                  "/cgroup/cpu_quota_us",
                                                  "/cgroup/cpu_period_us",
                                                  "/cgroup/memory_limit_bytes",
                                                  "/libc",
                                                  "/build_id",
                                                  "/apparmor",
                                                  "/user_namespace",
                                                  "/root_read_only",
                                                  "/limits",
                                                  "/os_release_sha256",
                                                  "/kernel/release"};
  const nlohmann::json& witness = evidence.started.witness;
  nlohmann::json seen = nlohmann::json::object();
  for (const char* key : treatment) seen[key] = value_at(witness, key);
  nlohmann::json environment = value_at(witness, "/environment");
  if (environment.is_object()) environment.erase("HOSTNAME");
  seen["/environment"] = environment;
  seen["config"] = sha256(told_to_runtime(evidence.started));
  return to_line(seen);
}

}  // namespace orchestrate
