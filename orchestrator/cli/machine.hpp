#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "report/table.hpp"

namespace orchestrate {

enum class Health { ok, careful, problem };

/// One thing of this machine that bears on numbers.
struct MachineCheck {
  std::string what;  ///< "governor"
  Health health = Health::ok;
  std::string seen;    ///< what is there
  std::string effect;  ///< what it does to numbers
  std::string change;  ///< the command that changes it, or what to do; empty where all is well
};

/// What the kernel says in /proc and /sys, which are looked for below `root`; `cpus` are those that this process may
/// use. What a kernel does not say is ok where it cannot be otherwise (a virtual machine has no governor).
std::vector<MachineCheck> check_kernel(const std::filesystem::path& root, const std::vector<int>& cpus);

/// What an engine says of itself, from Engine::describe.
std::vector<MachineCheck> check_engine(const nlohmann::json& description);

/// An engine that does not answer, in its client's words.
MachineCheck silent_engine(const std::string& words);

/// The disk that results are written to.
MachineCheck check_space(const std::filesystem::path& results, std::uint64_t free_bytes);

/// A row a check, with its effect and command below it.
Table table_of(const std::vector<MachineCheck>& checks);

}  // namespace orchestrate
