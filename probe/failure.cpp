#include "failure.hpp"

#include <cstring>

#include "errno_name.hpp"

namespace probe {

CallFailed::CallFailed(const std::string& call, int error)
    : std::runtime_error(call + ": " + errno_name(error) + " (" + std::strerror(error) + ")") {}

}  // namespace probe
