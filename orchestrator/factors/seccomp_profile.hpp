#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "factors/capability_set.hpp"

namespace orchestrate {

/// Calls of the witness's fingerprint that tell filters apart, and what each gave. A filter is recognised by what it
/// refuses, because `Seccomp: 2` is the same for every filter, one that allows everything included.
using Fingerprint = std::map<std::string, std::string>;

/// Which engine's default filter a fingerprint shows: "docker", "podman", or nothing when it is neither's. Whatever the
/// capabilities, Docker's refuses keyctl, add_key and userfaultfd with EPERM (moby profiles/seccomp/default.json), and
/// Podman's userfaultfd with EPERM and io_uring_setup with ENOSYS (containers/common pkg/seccomp/seccomp.json).
/// Docker's makes clone3 and unshare depend on CAP_SYS_ADMIN in the `bounding` set.
std::optional<std::string> default_filter_in(const Fingerprint& fingerprint,
                                             CapabilitySet bounding = docker_default_capabilities);

/// Where a fingerprint contradicts a profile in the engines' JSON form: one text a call, "keyctl gave ok, the profile
/// refuses it with EPERM". Rules that depend on arguments, capabilities or the architecture predict nothing.
std::vector<std::string> contradictions(const nlohmann::json& profile, const Fingerprint& fingerprint);

/// "keyctl EPERM, clone3 ENOSYS": the telling calls of a fingerprint, for a person.
std::string telling_calls(const Fingerprint& fingerprint);

}  // namespace orchestrate
