#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "witness/witness.hpp"

namespace orchestrate {

/// Capabilities as the kernel writes them: bit n stands for the capability with number n (linux/capability.h).
using CapabilitySet = std::uint64_t;

/// What a container gets where nothing is asked for: moby oci/caps/defaults.go; containers/common
/// pkg/config/default.go, which leaves out MKNOD, NET_RAW and AUDIT_WRITE.
constexpr CapabilitySet docker_default_capabilities = 0xa80425fb;
constexpr CapabilitySet podman_default_capabilities = 0x800405fb;

/// Numbers 0 to 37 (AUDIT_READ, Linux 3.16). Every engine in use knows these; one that is older than its kernel does
/// not give a privileged container the later ones.
constexpr CapabilitySet long_known_capabilities = (CapabilitySet{1} << 38U) - 1;

/// All that this program knows, 0 to 40 (CHECKPOINT_RESTORE, Linux 5.9).
constexpr CapabilitySet known_capabilities = (CapabilitySet{1} << 41U) - 1;

/// Names without CAP_, at the index that is their number.
const std::vector<std::string>& capability_names();

/// The set of one capability, by its name without CAP_.
std::optional<CapabilitySet> capability(std::string_view name);

/// The set behind the kernel's text, "00000000a80425fb".
std::optional<CapabilitySet> parse_capability_mask(std::string_view hexadecimal);

/// The witness's bounding set, CapBnd: what a process may ever have.
std::optional<CapabilitySet> bounding_capabilities(const Witness& witness);

/// The bounding set in an OCI config.json, where an absent list means none; nothing where it has no process.
std::optional<CapabilitySet> bounding_capabilities(const nlohmann::json& config);

/// "+SYS_PTRACE,-CHOWN": how `set` differs from `base`, in the order of the numbers; empty where it does not.
std::string difference(CapabilitySet set, CapabilitySet base);

}  // namespace orchestrate
