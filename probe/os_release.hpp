#pragma once

#include <string>

namespace probe {

/// PRETTY_NAME of the text of /etc/os-release (os-release(5)), without its quotes; empty where there is none.
std::string pretty_name(const std::string& os_release);

}  // namespace probe
