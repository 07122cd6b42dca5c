#pragma once

#include <string>

#include "analysis/attestation.hpp"

namespace orchestrate {

/// Everything a measured process sees of its own treatment, as one text: two containers with the same likeness were
/// treated alike, whatever was declared. What differs between any two containers (addresses, names, counters) is left
/// out. Where the host can read it, a hash of what the runtime was told is in (the whole filter among it), because the
/// calls of the fingerprint cannot tell all filters apart, and a process cannot see every option.
std::string likeness(const ContainerEvidence& evidence);

}  // namespace orchestrate
