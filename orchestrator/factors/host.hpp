#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace orchestrate {

/// A probe binary as its own file and a trial run on the host describe it; what a container's witness must repeat.
struct ProbeIdentity {
  std::filesystem::path path;  ///< absolute, on the host
  std::string version;
  std::string build_id;      ///< GNU build-id note, hexadecimal
  std::string sha256;        ///< of the file
  std::string libc_name;     ///< "glibc"
  std::string libc_version;  ///< "2.36"

  /// "glibc 2.36"
  [[nodiscard]] std::string libc() const { return libc_name + " " + libc_version; }
};

/// An image as the engine and its own files describe it.
struct ImageIdentity {
  std::string id;          ///< "sha256:…"
  std::string os_release;  ///< SHA-256 of its /etc/os-release, hexadecimal; empty where it has none
};

/// What of the host decides how a level is put into force.
struct Host {
  std::vector<int> cpus;       ///< CPUs that containers may use, ascending
  ProbeIdentity native_probe;  ///< the probe built with the host's own compiler and libc
  /// The probes of other libcs by level, as `glibc-2.31`; of one that is not built yet only the path is known.
  std::map<std::string, ProbeIdentity> probes;
  nlohmann::json engine;                        ///< what Engine::describe gives; null where no engine was asked
  std::map<std::string, ImageIdentity> images;  ///< by name, as far as an engine was asked
  /// Why this machine cannot have a level, by factor and level. Its conditions are skipped.
  std::map<std::pair<std::string, std::string>, std::string> unavailable;
};

}  // namespace orchestrate
