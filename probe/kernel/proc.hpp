#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace probe {

/// The fields of /proc/self/status by name, their values without white space at the ends.
std::map<std::string, std::string> parse_status(const std::string& text);

/// The lines of /proc/self/maps that belong to the vDSO, by the name in brackets without them: "vdso", "vvar", and
/// whatever else begins with "vvar" (newer kernels split it).
std::map<std::string, std::string> parse_vdso_lines(const std::string& maps);

/// Whether /proc/stat tells the stolen time, and that time summed over all CPUs since boot, in ticks of USER_HZ.
struct StealTicks {
  bool known;
  std::uint64_t ticks;
};
StealTicks parse_steal_ticks(const std::string& stat);

}  // namespace probe
