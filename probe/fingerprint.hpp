#pragma once

#include <map>
#include <string>

namespace probe {

/// How a handful of harmless system calls is answered. `Seccomp: 2` alone cannot tell a strict filter from one that
/// allows everything; the answers can.
struct Fingerprint {
  /// By the call's name: "ok", an error's name ("EPERM"), "trapped" where a filter sent SIGSYS, "killed" where it
  /// killed.
  std::map<std::string, std::string> answers;
  /// By the call's name: why it could not be tried.
  std::map<std::string, std::string> unreadable;
};

/// Tries the calls, each in a child of its own, since a filter may kill the caller. Changes nothing on the machine,
/// even when privileged and unconfined.
Fingerprint take_fingerprint();

}  // namespace probe
