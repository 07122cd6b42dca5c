#pragma once

#include <string>

namespace probe {

/// The version of the project that this program was built from: "0.1.0".
std::string own_version();

/// The GNU build id in this program's notes as hexadecimal digits; empty where it was linked without one.
std::string own_build_id();

/// The compiler that built this program: "gcc 12.2.0".
std::string own_compiler();

/// The instruction set this program was built for, as uname names it: "x86_64".
std::string own_architecture();

}  // namespace probe
