#pragma once

#include <stdexcept>
#include <string>

namespace probe {

/// A system call failed; says which and with what error: "open /dev/null: EMFILE (Too many open files)".
class CallFailed : public std::runtime_error {
 public:
  CallFailed(const std::string& call, int error);
};

}  // namespace probe
