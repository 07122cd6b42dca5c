#pragma once

#include <string>

namespace probe {

/// Speaks the probe protocol (version 1) over two file descriptors: one JSON object a line, commands in, events out,
/// until "quit" or the end of the input. A command that cannot be done is answered with an error event. Throws
/// CallFailed where the descriptors themselves fail.
void serve(int input, int output, const std::string& token);

}  // namespace probe
