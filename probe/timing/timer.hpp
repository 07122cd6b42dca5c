#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace probe {

/// The timer that single calls are timed with, as it turned out to be here.
struct Timer {
  const char* source;        ///< "tsc", "cntvct"
  double ns_per_tick;        ///< of reference ticks, which are not core cycles
  std::uint64_t step_ticks;  ///< its grid: no two readings differ by less, other than by nothing
  std::uint64_t cost_ticks;  ///< what it shows where nothing is timed: the median
};

/// Looks at the timer: its rate (once a process), its step, and the cost of timing, by timing nothing in the same loop
/// as everything else, warmed up. Takes some milliseconds, the first time some tens. Throws std::runtime_error where
/// the timer cannot be read or does not move.
Timer examine_timer();

/// The timer's step, from differences of readings taken close to each other.
/// Where two readings can fall into one step (a difference of 0), the smallest other difference is one step: also on a
/// grid that is not even in ticks, like that of a 24 MHz counter which is scaled to 1 GHz (41, 42, 41 …).
/// Where reading takes longer than a step, all differences are several steps, and the step is taken for their greatest
/// common divisor: never less than the true one on an even grid, and with some hundred different gaps equal to it. (An
/// uneven grid that every reading steps over is taken for a finer one than it is.)
/// Throws std::runtime_error where all differences are 0.
std::uint64_t step_of(const std::vector<std::uint64_t>& differences);

/// Nanoseconds a tick, from a timer and a clock read side by side at the beginning and the end of some 20 ms. Each end
/// is the best of many tries, so that an interruption between the two readings does not count.
double measure_ns_per_tick(const std::function<std::uint64_t()>& ticks, const std::function<std::uint64_t()>& clock_ns);

}  // namespace probe
