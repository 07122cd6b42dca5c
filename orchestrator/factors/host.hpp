#pragma once

#include <filesystem>
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

/// What of the host decides how a level is put into force.
struct Host {
  std::vector<int> cpus;       ///< CPUs that containers may use, ascending
  ProbeIdentity native_probe;  ///< the probe built with the host's own compiler and libc
};

}  // namespace orchestrate
