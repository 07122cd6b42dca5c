#include "factors/seccomp_config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <map>

#include "factors/seccomp_rule.hpp"
#include "support/json.hpp"

namespace orchestrate {
namespace {

/// What one rule says of a call.
struct Ruling {
  std::string action;
  int errno_number = 0;  ///< of SCMP_ACT_ERRNO; 0 for other actions
  bool conditional = false;

  bool operator==(const Ruling&) const = default;
};

/// Every call that is named, with what each rule says of it, in order.
using Rulings = std::map<std::string, std::vector<Ruling>>;

Rulings rulings_of(const nlohmann::json& filter) {
  Rulings rulings;
  const int default_errno = errno_of(filter, "defaultErrnoRet", EPERM);
  for (const nlohmann::json& rule : value_at(filter, "/syscalls")) {
    const std::string action = text_at(rule, "/action").value_or("");
    const int number = action == "SCMP_ACT_ERRNO" ? errno_of(rule, "errnoRet", default_errno) : 0;
    for (const std::string& call : calls_of(rule)) rulings[call].push_back({action, number, is_conditional(rule)});
  }
  return rulings;
}

std::string action_text(const std::vector<Ruling>& rulings) {
  if (rulings.empty()) return "not named";
  const Ruling& first = rulings.front();
  std::string text = first.errno_number == 0 ? first.action : fmt::format("{} {}", first.action, first.errno_number);
  return first.conditional ? text + " for some arguments" : text;
}

}  // namespace

std::optional<std::string> default_filter_in_config(const nlohmann::json& seccomp, CapabilitySet bounding) {
  if (text_at(seccomp, "/defaultAction") != "SCMP_ACT_ERRNO") return std::nullopt;
  const Rulings rulings = rulings_of(seccomp);
  const auto said = [&](const char* call) {
    const auto found = rulings.find(call);
    return action_text(found == rulings.end() ? std::vector<Ruling>{} : found->second);
  };
  const auto allowed = [&](const char* call) { return said(call) == "SCMP_ACT_ALLOW"; };
  if (!allowed("read") || allowed("userfaultfd")) return std::nullopt;

  const bool administrates = (bounding & *capability("SYS_ADMIN")) != 0;
  const bool as_docker =
      !allowed("keyctl") && !allowed("add_key") && allowed("unshare") == administrates &&
      said("clone3") == (administrates ? "SCMP_ACT_ALLOW" : fmt::format("SCMP_ACT_ERRNO {}", ENOSYS));
  if (as_docker) return "docker";

  const bool as_podman = errno_of(seccomp, "defaultErrnoRet", EPERM) == ENOSYS && allowed("keyctl") &&
                         allowed("clone3") && allowed("unshare") && said("io_uring_setup") == "not named";
  if (as_podman) return "podman";
  return std::nullopt;
}

std::vector<std::string> differences(const nlohmann::json& profile, const nlohmann::json& seccomp) {
  std::vector<std::string> found;
  const auto compare = [&](const std::string& what, const std::string& is, const std::string& should_be) {
    if (is != should_be) found.push_back(fmt::format("{} is {}, the profile says {}", what, is, should_be));
  };
  const auto action = [](const nlohmann::json& filter) {
    return text_at(filter, "/defaultAction").value_or("missing");
  };
  compare("defaultAction", action(seccomp), action(profile));
  // Docker 20.10 drops defaultErrnoRet without a word and refuses with EPERM.
  const auto number = [](const nlohmann::json& filter) {
    return fmt::format("{}", errno_of(filter, "defaultErrnoRet", EPERM));
  };
  compare("defaultErrnoRet", number(seccomp), number(profile));

  const Rulings wanted = rulings_of(profile);
  Rulings given = rulings_of(seccomp);
  for (const auto& [call, rulings] : wanted) {
    const std::vector<Ruling> is = given[call];
    given.erase(call);
    const bool definite = std::none_of(rulings.begin(), rulings.end(), [](const Ruling& r) { return r.conditional; });
    if (definite && is != rulings) compare(call, action_text(is), action_text(rulings));
  }
  for (const auto& [call, rulings] : given) compare(call, action_text(rulings), "nothing of it");
  return found;
}

}  // namespace orchestrate
