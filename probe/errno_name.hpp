#pragma once

#include <string>

namespace probe {

/// The name of an error number ("EPERM"); "errno 524" for a number that the list does not hold.
std::string errno_name(int error);

}  // namespace probe
