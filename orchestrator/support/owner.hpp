#pragma once

#include <string>

namespace orchestrate {

/// This process as no other process ever is: boot id, process id and start time, "BOOT:PID:START". Containers carry it
/// as a label, so that those of a living run are told from leftovers.
std::string this_owner();

/// Whether `text` is a process as this_owner() writes it, living or not.
bool is_owner(const std::string& text);

/// True as long as the process that `owner` names runs. A text that is not an owner names no living process.
bool owner_lives(const std::string& owner);

}  // namespace orchestrate
