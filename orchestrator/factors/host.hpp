#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
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
};

/// An image as the engine and its own files describe it.
struct ImageIdentity {
  std::string id;          ///< "sha256:…"
  std::string os_release;  ///< SHA-256 of its /etc/os-release, hexadecimal; empty where it has none
};

/// What of the host decides how a level is put into force.
struct Host {
  std::vector<int> cpus;                        ///< CPUs that containers may use, ascending
  ProbeIdentity native_probe;                   ///< the probe built with the host's own compiler and libc
  nlohmann::json engine;                        ///< what Engine::describe gives; null where no engine was asked
  std::map<std::string, ImageIdentity> images;  ///< by name, as far as an engine was asked
};

}  // namespace orchestrate
