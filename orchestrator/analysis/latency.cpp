#include "analysis/latency.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace orchestrate {
namespace {

std::int64_t timed(const Sampled& sampled) {
  std::int64_t all = 0;
  for (const auto& [ticks, times] : sampled.ticks) all += times;
  return all;
}

double net_ns(const Sampled& sampled, std::int64_t ticks) {
  return static_cast<double>(ticks - sampled.timer.cost_ticks) * sampled.timer.ns_per_tick;
}

double step_ns(const Sampled& sampled) {
  return static_cast<double>(sampled.timer.step_ticks) * sampled.timer.ns_per_tick;
}

/// One value a round, where each has it.
template <typename Value>
std::vector<double> by_round(const std::vector<Sampled>& rounds, Value value) {
  std::vector<double> values;
  for (const Sampled& sampled : rounds) {
    if (const std::optional<double> one = value(sampled)) values.push_back(*one);
  }
  return values;
}

Percentile percentile_of(const std::vector<Sampled>& rounds, double share, const std::vector<int>& looks) {
  constexpr double widest_grid = 0.05;
  Percentile result{share, std::nullopt, false};
  const auto values = by_round(rounds, [&](const Sampled& sampled) { return percentile_ns(sampled, share); });
  if (values.size() < rounds.size()) return result;
  result.ns = estimate(values, looks);
  result.on_grid = step_ns(rounds.front()) > widest_grid * result.ns->median;
  return result;
}

/// Twenty bins of one width from the smallest value to P99, no narrower than the timer's grid, and one for the rest.
std::vector<Bin> histogram_of(const std::map<double, std::int64_t>& calls_by_ns, double end_ns, double grid_ns) {
  constexpr double most_bins = 20;
  const double begin_ns = calls_by_ns.begin()->first;
  const double width = std::max({(end_ns - begin_ns) / most_bins, grid_ns, 1e-9});
  const auto bins = static_cast<std::size_t>(std::floor((end_ns - begin_ns) / width)) + 1;
  std::vector<Bin> histogram(bins + 1);
  for (std::size_t i = 0; i <= bins; ++i) {
    histogram[i].from_ns = begin_ns + static_cast<double>(i) * width;
    histogram[i].to_ns =
        i == bins ? std::nextafter(calls_by_ns.rbegin()->first, INFINITY) : histogram[i].from_ns + width;
  }
  for (const auto& [ns, calls] : calls_by_ns) {
    const auto bin = static_cast<std::size_t>((ns - begin_ns) / width);
    histogram[std::min(bin, bins)].calls += calls;
  }
  if (histogram.back().calls == 0) histogram.pop_back();
  return histogram;
}

}  // namespace

std::optional<double> percentile_ns(const Sampled& sampled, double share) {
  const std::int64_t all = timed(sampled);
  // The largest value lies above the percentile with probability 1 - share^n: both ends of an interval must be had.
  const double needed = std::ceil(std::log(0.025) / std::log(std::max(share, 1 - share)));
  if (static_cast<double>(all) < needed) return std::nullopt;
  const auto rank = static_cast<std::int64_t>(std::ceil(share * static_cast<double>(all)));
  std::int64_t seen = 0;
  for (const auto& [ticks, times] : sampled.ticks) {
    seen += times;
    if (seen >= rank) return net_ns(sampled, ticks);
  }
  return std::nullopt;
}

Latency latency_of(const std::vector<Sampled>& rounds, const std::vector<int>& looks) {
  Latency result;
  std::map<double, std::int64_t> calls_by_ns;
  result.smallest_ns = INFINITY;
  result.largest_ns = -INFINITY;
  for (const Sampled& sampled : rounds) {
    result.calls += sampled.calls;
    result.timed += timed(sampled);
    result.every = sampled.every;
    result.elapsed_s += static_cast<double>(sampled.elapsed_ns) * 1e-9;
    result.smallest_ns = std::min(result.smallest_ns, net_ns(sampled, sampled.smallest_ticks));
    result.largest_ns = std::max(result.largest_ns, net_ns(sampled, sampled.largest_ticks));
    for (const auto& [ticks, times] : sampled.ticks) calls_by_ns[net_ns(sampled, ticks)] += times;
  }
  const auto mean = [](const Sampled& sampled) -> std::optional<double> {
    return static_cast<double>(sampled.elapsed_ns) / static_cast<double>(sampled.calls);
  };
  result.mean_ns = estimate(by_round(rounds, mean), looks);
  for (const double share : {0.5, 0.9, 0.99}) result.percentiles.push_back(percentile_of(rounds, share, looks));
  const Timer& timer = rounds.front().timer;
  result.timer = timer.source;
  result.ns_per_tick = timer.ns_per_tick;
  result.timer_step_ns = step_ns(rounds.front());
  const auto cost = [](const Sampled& sampled) -> std::optional<double> {
    return static_cast<double>(sampled.timer.cost_ticks) * sampled.timer.ns_per_tick;
  };
  result.timer_cost_ns = median(by_round(rounds, cost));
  const auto& p99 = result.percentiles.back().ns;
  const double end_ns = p99 ? p99->range.high : calls_by_ns.rbegin()->first;
  result.histogram = histogram_of(calls_by_ns, end_ns, result.timer_step_ns);
  return result;
}

}  // namespace orchestrate
