#pragma once

#include <cstdint>

#include "operation.hpp"

namespace probe {

/// What getrusage(2) counted during a batch.
struct Usage {
  long voluntary_switches;
  long involuntary_switches;
  long minor_faults;
};

/// One batch of calls, timed as one.
struct Batch {
  std::uint64_t iterations;
  std::uint64_t started_ns;  ///< CLOCK_MONOTONIC, which all containers of a machine share
  std::uint64_t elapsed_ns;
  Usage usage;
  int cpu_before;
  int cpu_after;
};

/// Times one batch; throws CallFailed where a call of it did not return what it must, so that a failure is never a
/// number.
Batch time_batch(const Operation& operation, const PreparedOperation& prepared, std::uint64_t iterations);

/// Opens what the operation needs and runs it, untimed, until caches, predictors and page tables know it.
PreparedOperation prepare_and_warm_up(const Operation& operation);

}  // namespace probe
