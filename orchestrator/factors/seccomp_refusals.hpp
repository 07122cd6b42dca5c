#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace orchestrate {

/// What a filter does with each system call that libseccomp can name on one architecture. Names are sorted.
///
/// Refused is a call that does not reach the kernel: SCMP_ACT_ERRNO, whatever its number, KILL, TRAP, and TRACE, which
/// is ENOSYS where no tracer is. ALLOW, LOG, and NOTIFY, by which another process decides, are no refusal. Not counted
/// are the 32-bit calls of a 64-bit machine (on x86_64 those of i386 and x32), which have numbers and rules of their
/// own, and calls that are newer than the library, which has no name for them.
struct SeccompRefusals {
  std::string resolved_by;   ///< "libseccomp 2.5.4"
  std::string architecture;  ///< "x86_64"
  bool loaded = false;       ///< there is a filter at all
  std::vector<std::string> refused;
  std::vector<std::string> refused_for_some_arguments;
  std::size_t allowed = 0;           ///< calls that are never refused
  std::vector<std::string> unknown;  ///< named by rules, but not known to this libseccomp; see compile_filter()

  bool operator==(const SeccompRefusals&) const = default;

  /// Calls that were looked at.
  [[nodiscard]] std::size_t all() const { return refused.size() + refused_for_some_arguments.size() + allowed; }
};

/// The architecture that this program runs on, by libseccomp's name for it.
std::string native_architecture();

/// Compiles `linux.seccomp` of an OCI config.json, null where there is none, and asks the program about every call. A
/// call that rules judge by its arguments is asked about with values on both sides of every comparison, of all its
/// arguments in every combination. Throws EnvironmentFailure where libseccomp does not take the filter, or where the
/// combinations are beyond counting.
SeccompRefusals seccomp_refusals(const nlohmann::json& seccomp, const std::string& architecture);

}  // namespace orchestrate
