#pragma once

#include <string_view>

namespace orchestrate {

/// Whether lists and objects of a JSON text are nested deeper than `most`. To be asked before what a container wrote is
/// parsed: to copy and to write a JSON value goes down by recursion, and would exhaust our stack.
bool nested_deeper_than(int most, std::string_view json);

}  // namespace orchestrate
