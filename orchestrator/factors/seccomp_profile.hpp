#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace orchestrate {

/// Calls of the witness's fingerprint that tell filters apart, and what each gave. A filter is recognised by what it
/// refuses, because `Seccomp: 2` is the same for every filter, one that allows everything included.
using Fingerprint = std::map<std::string, std::string>;

/// Which engine's default filter a fingerprint shows: "docker", "podman", or nothing when it is neither's. The default
/// refuses keyctl and unshare(CLONE_NEWUSER) with EPERM and clone3 with ENOSYS in Docker (moby
/// profiles/seccomp/default.json); Podman's allows those and refuses io_uring_setup with ENOSYS (containers/common
/// seccomp.json).
std::optional<std::string> default_filter_in(const Fingerprint& fingerprint);

/// Where a fingerprint contradicts a profile in the engines' JSON form: one text a call, "keyctl gave ok, the profile
/// refuses it with EPERM". Rules that depend on arguments, capabilities or the architecture predict nothing.
std::vector<std::string> contradictions(const nlohmann::json& profile, const Fingerprint& fingerprint);

/// "keyctl EPERM, clone3 ENOSYS": the telling calls of a fingerprint, for a person.
std::string telling_calls(const Fingerprint& fingerprint);

}  // namespace orchestrate
