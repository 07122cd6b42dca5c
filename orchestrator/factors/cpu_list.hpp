#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orchestrate {

/// The CPUs of a list as the kernel and the engines write it, "0-1,3": ascending, each once. Nothing where the text is
/// not such a list (empty, spaces, a range that runs backwards, a CPU above 8191, the kernel's largest NR_CPUS).
std::optional<std::vector<int>> parse_cpu_list(std::string_view text);

/// The same list in the kernel's form; `cpus` ascending.
std::string to_cpu_list(const std::vector<int>& cpus);

}  // namespace orchestrate
