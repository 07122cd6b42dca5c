#pragma once

#include <string>

namespace orchestrate {

/// Sixteen hexadecimal digits from the operating system's random source: names runs, and ties a witness to the one
/// process that was started with it.
std::string random_token();

}  // namespace orchestrate
