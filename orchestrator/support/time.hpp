#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace orchestrate {

/// Nanoseconds of CLOCK_MONOTONIC: the clock that the probes' time stamps are on.
inline std::int64_t monotonic_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// For a person: "30 s", "0.25 s".
std::string in_seconds(std::chrono::nanoseconds duration);

/// The present time as a folder name: "2026-11-30T10-44-05Z".
std::string utc_stamp();

}  // namespace orchestrate
