#include "timing/usage.hpp"

#include <sys/resource.h>

#include <cerrno>

#include "failure.hpp"

namespace probe {

bool read_thread_usage(Usage& usage) {
  rusage counted;
  if (getrusage(RUSAGE_THREAD, &counted) != 0) return false;
  usage = {counted.ru_nvcsw, counted.ru_nivcsw, counted.ru_minflt};
  return true;
}

Usage thread_usage() {
  Usage usage;
  if (!read_thread_usage(usage)) throw CallFailed("getrusage", errno);
  return usage;
}

Usage difference(const Usage& after, const Usage& before) {
  return {after.voluntary_switches - before.voluntary_switches,
          after.involuntary_switches - before.involuntary_switches, after.minor_faults - before.minor_faults};
}

}  // namespace probe
