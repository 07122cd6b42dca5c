#include "factors/seccomp_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "support/text.hpp"

namespace orchestrate {
namespace {

std::string got(const Fingerprint& fingerprint, const std::string& call) {
  const auto found = fingerprint.find(call);
  return found == fingerprint.end() ? std::string{} : found->second;
}

/// The system call behind a fingerprint's key: `unshare_user` is `unshare` with CLONE_NEWUSER.
std::string system_call(const std::string& key) {
  return key.substr(0, key.find("_user"));
}

bool names(const nlohmann::json& rule, const std::string& call) {
  const nlohmann::json& listed = rule.value("names", nlohmann::json::array());
  return std::find(listed.begin(), listed.end(), nlohmann::json(call)) != listed.end() ||
         rule.value("name", std::string{}) == call;
}

/// Such a rule holds for some arguments, capabilities or architectures only.
bool is_conditional(const nlohmann::json& rule) {
  const std::array<const char*, 3> conditions{"args", "includes", "excludes"};
  return std::any_of(conditions.begin(), conditions.end(),
                     [&](const char* key) { return rule.contains(key) && !rule.at(key).empty(); });
}

/// What an action gives for a call: an errno's name, "killed", or nothing where the call reaches the kernel.
std::optional<std::string> refusal_of(const std::string& action, int errno_number) {
  if (action == "SCMP_ACT_ERRNO") return strerrorname_np(errno_number);
  if (action.starts_with("SCMP_ACT_KILL") || action == "SCMP_ACT_TRAP") return "killed";
  return std::nullopt;
}

struct Prediction {
  bool known = false;
  std::optional<std::string> refusal;
};

Prediction predict(const nlohmann::json& profile, const std::string& call) {
  const int default_errno = profile.value("defaultErrnoRet", EPERM);
  for (const nlohmann::json& rule : profile.value("syscalls", nlohmann::json::array())) {
    if (!names(rule, call)) continue;
    if (is_conditional(rule)) return {};
    return {true, refusal_of(rule.value("action", std::string{}), rule.value("errnoRet", default_errno))};
  }
  return {true, refusal_of(profile.value("defaultAction", std::string{}), default_errno)};
}

/// What the kernel itself gives when the call reaches it, where that does not depend on privileges.
bool looks_refused(const std::string& key, const std::string& result) {
  if (result == "killed") return true;
  if (key == "clone3") return result == "ENOSYS" || result == "EPERM";
  if (key == "keyctl") return result == "ENOSYS" || result == "EPERM";
  return false;
}

}  // namespace

std::optional<std::string> default_filter_in(const Fingerprint& fingerprint) {
  const bool docker = got(fingerprint, "keyctl") == "EPERM" && got(fingerprint, "unshare_user") == "EPERM" &&
                      got(fingerprint, "clone3") == "ENOSYS";
  if (docker) return "docker";
  const bool podman = got(fingerprint, "keyctl") != "EPERM" && got(fingerprint, "clone3") == "EINVAL" &&
                      got(fingerprint, "io_uring_setup") == "ENOSYS";
  if (podman) return "podman";
  return std::nullopt;
}

std::vector<std::string> contradictions(const nlohmann::json& profile, const Fingerprint& fingerprint) {
  std::vector<std::string> found;
  for (const auto& [key, result] : fingerprint) {
    const Prediction expected = predict(profile, system_call(key));
    if (!expected.known) continue;
    if (expected.refusal && *expected.refusal != result) {
      found.push_back(fmt::format("{} gave {}, the profile refuses it with {}", key, result, *expected.refusal));
    } else if (!expected.refusal && looks_refused(key, result)) {
      found.push_back(fmt::format("{} gave {}, the profile allows it", key, result));
    }
  }
  return found;
}

std::string telling_calls(const Fingerprint& fingerprint) {
  std::vector<std::string> parts;
  for (const char* call : {"keyctl", "unshare_user", "clone3", "io_uring_setup"}) {
    const std::string result = got(fingerprint, call);
    if (!result.empty()) parts.push_back(fmt::format("{} {}", call, result));
  }
  return parts.empty() ? "no fingerprint" : joined(parts);
}

}  // namespace orchestrate
