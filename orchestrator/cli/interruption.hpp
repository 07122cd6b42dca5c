#pragma once

namespace orchestrate {

/// From now on the first SIGINT, SIGTERM or SIGHUP only asks to stop; a second one ends the program in the ordinary way
/// (what it leaves is removed by `clean` or the next run).
void ask_before_interrupting();

/// True after such a signal.
bool interruption_wanted();

}  // namespace orchestrate
