#include "support/time.hpp"

#include <fmt/chrono.h>

#include <ctime>

namespace orchestrate {

std::string utc_stamp() {
  return fmt::format("{:%Y-%m-%dT%H-%M-%SZ}", fmt::gmtime(std::time(nullptr)));
}

}  // namespace orchestrate
