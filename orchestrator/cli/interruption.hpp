#pragma once

#include <chrono>

#include "support/file_descriptor.hpp"

namespace orchestrate {

/// From now on the first SIGINT, SIGTERM or SIGHUP only asks to stop; a second one ends the program in the ordinary way
/// (what it leaves is removed by `clean` or the next run).
void ask_before_interrupting();

/// True after such a signal.
bool interruption_wanted();

/// Sleeps until there is something to read, an interruption is wanted, or the time is over; returns at once where it is
/// wanted already.
void sleep_until_readable(const FileDescriptor& file, std::chrono::seconds at_most);

}  // namespace orchestrate
