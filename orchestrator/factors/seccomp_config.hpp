#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "factors/capability_set.hpp"

namespace orchestrate {

/// Which engine's default filter `linux.seccomp` of an OCI config.json is: "docker", "podman", or nothing. The same
/// calls as in default_filter_in() (seccomp_profile.hpp) tell.
std::optional<std::string> default_filter_in_config(const nlohmann::json& seccomp, CapabilitySet bounding);

/// Where `linux.seccomp` differs from a profile in the engines' JSON form: one text a difference, "keyctl is
/// SCMP_ACT_ALLOW, the profile says SCMP_ACT_ERRNO 38". Calls that the profile names in a rule that depends on
/// arguments, capabilities or the architecture are not compared.
std::vector<std::string> differences(const nlohmann::json& profile, const nlohmann::json& seccomp);

}  // namespace orchestrate
