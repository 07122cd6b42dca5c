#pragma once

#include <cstddef>
#include <functional>

namespace orchestrate::bench {

/// What this process holds of what the system has.
struct Resources {
  std::size_t descriptors = 0;
  std::size_t threads = 0;
  std::size_t resident_bytes = 0;  ///< memory that nothing uses was given back before
};

Resources resources_now();

/// A run of so many rounds on the scripted engine, kept as a run keeps it: a journal in a file, synced once a round,
/// and a ledger that is asked after each round whether it is enough. Calls `after` with each round's number.
void long_run(int rounds, const std::function<void(int round)>& after);

}  // namespace orchestrate::bench
