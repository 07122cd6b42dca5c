#pragma once

#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace orchestrate {

/// Messages go to standard error, so that standard output holds results only, and never into the line of progress. To
/// be called before anything is said; begins anew, without a log file.
void log_to_standard_error();

/// Declares --verbose and --log-file, which take effect while the command line is read. What is said at debug level is
/// for them; nothing is said at all between the first and the last batch of a round.
void add_log_options(CLI::App& command);

/// Declares --quiet, which sets `quiet` and leaves of the messages warnings and errors only.
void add_quiet_option(CLI::App& command, bool& quiet, const std::string& about);

/// Has everything from now on written to the end of `file` as well, debug messages included. Throws EnvironmentFailure
/// where it cannot be.
void log_to_file(const std::string& file);

/// A failure for a person, as it is, on standard error; and in the log file, where there is one.
void tell_failure(const std::string& text);

/// `text` as it stands in a log file: nothing in it acts on a terminal, and what is not its first line is indented, so
/// that no line can be taken for a message.
std::string plain_lines(std::string_view text);

}  // namespace orchestrate
