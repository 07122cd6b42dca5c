#pragma once

#include <cstdint>

#include "operation.hpp"
#include "placement.hpp"
#include "timing/usage.hpp"

namespace probe {

/// What a thread saw of itself during a batch.
struct Seen {
  Usage usage;
  int cpu_before;
  int cpu_after;
};

/// One batch of calls, timed as one.
struct Batch {
  std::uint64_t iterations;
  std::uint64_t started_ns;  ///< CLOCK_MONOTONIC, which all containers of a machine share
  std::uint64_t elapsed_ns;
  Seen own;
  bool has_other_end;
  Seen other;  ///< the other end's, where the operation has one
};

/// Times one batch; throws CallFailed where a call of it did not return what it must, so that a failure is never a
/// number.
Batch time_batch(const Operation& operation, const PreparedOperation& prepared, std::uint64_t iterations);

/// The same of any loop over that operation, which makes `iterations` calls of it.
Batch time_loop(const Operation& operation, const PreparedOperation& prepared, std::uint64_t iterations,
                const std::function<LoopResult(std::uint64_t iterations)>& loop);

/// Opens what the operation needs, places its ends and runs it, untimed, until caches, predictors and page tables know
/// it.
PreparedOperation prepare_and_warm_up(const Operation& operation, const Ends& ends);

}  // namespace probe
