#pragma once

#include <string>

#include "placement.hpp"

namespace probe {

/// Speaks the probe protocol (version 1) over two file descriptors: one JSON object a line, commands in, events out,
/// until "quit" or the end of the input. Where ends are given, operations run there. A command that cannot be done is
/// answered with an error event. Throws CallFailed where the descriptors themselves fail.
void serve(int input, int output, const std::string& token, const Ends& ends);

}  // namespace probe
