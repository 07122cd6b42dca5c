#pragma once

namespace probe {

/// What getrusage(2) counts of one thread.
struct Usage {
  long voluntary_switches;
  long involuntary_switches;
  long minor_faults;
};

/// The calling thread's, since it began; false, and errno, where it cannot be had.
bool read_thread_usage(Usage& usage);

/// The same; throws CallFailed.
Usage thread_usage();

Usage difference(const Usage& after, const Usage& before);

}  // namespace probe
