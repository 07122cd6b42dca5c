#include "support/time.hpp"

#include <fmt/chrono.h>

#include <ctime>

namespace orchestrate {

std::string in_seconds(std::chrono::nanoseconds duration) {
  return fmt::format("{:.4g} s", std::chrono::duration<double>(duration).count());
}

std::string utc_stamp() {
  return fmt::format("{:%Y-%m-%dT%H-%M-%SZ}", fmt::gmtime(std::time(nullptr)));
}

}  // namespace orchestrate
