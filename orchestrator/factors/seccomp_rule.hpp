#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace orchestrate {

// One rule of `syscalls`, in a profile as engines read it or in an OCI config.json, which has no conditions but on
// arguments.

/// The system calls that a rule names: `names`, or `name` in old profiles.
std::vector<std::string> calls_of(const nlohmann::json& rule);

/// Such a rule holds for some arguments, capabilities, kernels or architectures only.
bool is_conditional(const nlohmann::json& rule);

/// The error number that a rule or profile gives at `key`.
int errno_of(const nlohmann::json& rule, const std::string& key, int otherwise);

}  // namespace orchestrate
