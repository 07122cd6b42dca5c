#pragma once

#include <linux/filter.h>
#include <seccomp.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace orchestrate {

/// `linux.seccomp` of an OCI config.json as the kernel gets it for one architecture.
struct CompiledFilter {
  std::vector<sock_filter> program;
  std::vector<std::string> unknown;  ///< names in its rules that this libseccomp does not know; they have no rule
};

/// libseccomp's token of the architecture that `uname -m` names so ("x86_64", "aarch64"). Throws EnvironmentFailure
/// where it knows none.
std::uint32_t architecture_token(const std::string& architecture);

/// The comparisons with a call's arguments that one rule makes, all of which must hold; empty where it makes none.
/// Throws EnvironmentFailure where one is not a comparison.
std::vector<scmp_arg_cmp> comparisons_of(const nlohmann::json& rule);

/// Hands the rules to libseccomp as runc does (libcontainer/seccomp/seccomp_linux.go, matchCall): one that says what
/// the default says is left out, and so is a name that libseccomp does not know; comparisons that share an argument
/// become one rule each, of which any suffices. What runc puts in front is missing: it answers ENOSYS to calls newer
/// than every call that a refusing filter names, which that filter refuses as well. Throws EnvironmentFailure where
/// libseccomp does not take a rule.
CompiledFilter compile_filter(const nlohmann::json& seccomp, std::uint32_t architecture);

}  // namespace orchestrate
