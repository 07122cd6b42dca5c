#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/estimate.hpp"
#include "witness/message.hpp"

namespace orchestrate {

/// A percentile of single calls.
struct Percentile {
  double share = 0;            ///< 0.5, 0.9, 0.99
  std::optional<Estimate> ns;  ///< over rounds; none where a round has too few samples for it
  bool on_grid = false;        ///< it shows the timer's grid and not the call: the grid is wider than 5 % of it
};

/// A part of a distribution: how many calls took from `from_ns` up to `to_ns`, the latter not included.
struct Bin {
  double from_ns = 0;
  double to_ns = 0;
  std::int64_t calls = 0;
};

/// Calls of one operation in one condition that were timed one by one, in ns, with the timer's cost subtracted.
struct Latency {
  std::int64_t calls = 0;  ///< all, over all rounds
  std::int64_t timed = 0;
  std::int64_t every = 0;
  double elapsed_s = 0;  ///< of all calls
  Estimate mean_ns;      ///< of all calls, by the ordinary clock: no grid limits it
  double smallest_ns = 0;
  double largest_ns = 0;  ///< gets no interval: a longer run would find a larger one
  std::vector<Percentile> percentiles;
  std::string timer;         ///< "tsc", "cntvct"
  double timer_step_ns = 0;  ///< its grid
  double timer_cost_ns = 0;  ///< what was subtracted
  double ns_per_tick = 0;
  std::vector<Bin> histogram;  ///< the last one holds all that is longer than P99
};

/// Brings the rounds' samples together; `rounds` holds at least one.
Latency latency_of(const std::vector<Sampled>& rounds, const std::vector<int>& looks);

/// The smallest value that at least `share` of the samples do not exceed (nearest rank), in ns, less the timer's cost.
/// Nothing where there are fewer samples than a 95 % interval of that percentile would need (P90 36, P99 368: Hahn &
/// Meeker 1991, "Statistical Intervals", chapter 5).
std::optional<double> percentile_ns(const Sampled& sampled, double share);

}  // namespace orchestrate
