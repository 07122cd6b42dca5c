#include "factors/seccomp_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "factors/seccomp_rule.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

std::string got(const Fingerprint& fingerprint, const std::string& call) {
  const auto found = fingerprint.find(call);
  return found == fingerprint.end() ? std::string{} : found->second;
}

/// The system call behind a fingerprint's key: `unshare_user` is `unshare` with CLONE_NEWUSER.
std::string system_call(const std::string& key) {
  if (key == "unshare_user") return "unshare";
  if (key == "socket_vsock") return "socket";
  return key;
}

/// What an action gives for a call: an errno's name, "killed" or "trapped" as the probe words it, or nothing where the
/// call reaches the kernel.
std::optional<std::string> refusal_of(const std::string& action, int errno_number) {
  if (action == "SCMP_ACT_ERRNO") {
    const char* name = strerrorname_np(errno_number);
    return name == nullptr ? fmt::format("errno {}", errno_number) : name;
  }
  if (action.starts_with("SCMP_ACT_KILL")) return "killed";
  if (action == "SCMP_ACT_TRAP") return "trapped";
  return std::nullopt;
}

struct Prediction {
  bool known = false;
  std::optional<std::string> refusal;
};

Prediction predict(const nlohmann::json& profile, const std::string& call) {
  const int default_errno = errno_of(profile, "defaultErrnoRet", EPERM);
  std::optional<Prediction> prediction;
  for (const nlohmann::json& rule : value_at(profile, "/syscalls")) {
    const std::vector<std::string> calls = calls_of(rule);
    if (std::find(calls.begin(), calls.end(), call) == calls.end()) continue;
    if (is_conditional(rule)) return {};
    const int errno_number = errno_of(rule, "errnoRet", default_errno);
    if (!prediction) prediction = {true, refusal_of(text_at(rule, "/action").value_or(""), errno_number)};
  }
  if (prediction) return *prediction;
  return {true, refusal_of(text_at(profile, "/defaultAction").value_or(""), default_errno)};
}

/// Whether an answer is not the kernel's own. With the probe's arguments the kernel itself never gives these, whatever
/// the process's privileges.
bool looks_refused(const std::string& key, const std::string& result) {
  if (result == "killed" || result == "trapped") return true;
  if (key == "clone3" || key == "keyctl") return result == "ENOSYS" || result == "EPERM";
  const std::array<const char*, 7> never_eperm{"add_key",          "get_mempolicy", "kcmp",       "pidfd_getfd",
                                               "process_vm_readv", "setns",         "userfaultfd"};
  return result == "EPERM" && std::find(never_eperm.begin(), never_eperm.end(), key) != never_eperm.end();
}

}  // namespace

std::optional<std::string> default_filter_in(const Fingerprint& fingerprint, CapabilitySet bounding) {
  const auto gave = [&](const char* call, const char* result) { return got(fingerprint, call) == result; };
  // A probe that does not try a call says nothing against it.
  const auto may_have_given = [&](const char* call, const char* result) {
    return gave(call, result) || gave(call, "");
  };
  const bool administrates = (bounding & *capability("SYS_ADMIN")) != 0;
  const bool let_through = gave("clone3", "EINVAL") || gave("unshare_user", "ok");
  const bool namespaces_as_docker =
      administrates ? let_through : gave("clone3", "ENOSYS") && gave("unshare_user", "EPERM");
  if (gave("keyctl", "EPERM") && may_have_given("add_key", "EPERM") && may_have_given("userfaultfd", "EPERM") &&
      namespaces_as_docker) {
    return "docker";
  }
  const bool podman = !gave("keyctl", "EPERM") && gave("clone3", "EINVAL") && gave("io_uring_setup", "ENOSYS") &&
                      gave("userfaultfd", "EPERM");
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
