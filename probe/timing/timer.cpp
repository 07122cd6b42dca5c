#include "timing/timer.hpp"

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <limits>
#include <stdexcept>

#include "architecture/architecture.hpp"
#include "failure.hpp"
#include "operation.hpp"
#include "timing/histogram.hpp"

namespace probe {

namespace {

using Reading = std::function<std::uint64_t()>;

/// The clock that nothing slews: NTP changes the length of CLOCK_MONOTONIC's nanosecond.
std::uint64_t monotonic_raw_ns() {
  timespec now;
  if (clock_gettime(CLOCK_MONOTONIC_RAW, &now) != 0) throw CallFailed("clock_gettime(CLOCK_MONOTONIC_RAW)", errno);
  return static_cast<std::uint64_t>(now.tv_sec) * 1000000000 + static_cast<std::uint64_t>(now.tv_nsec);
}

/// One moment, told by the timer and by the clock.
struct Moment {
  std::uint64_t ticks;
  std::uint64_t ns;
};

Moment this_moment(const Reading& ticks, const Reading& clock_ns) {
  constexpr int tries = 100;
  Moment best{};
  std::uint64_t narrowest = std::numeric_limits<std::uint64_t>::max();
  for (int i = 0; i < tries; ++i) {
    const std::uint64_t before = ticks();
    const std::uint64_t ns = clock_ns();
    const std::uint64_t between = ticks() - before;
    if (between >= narrowest) continue;
    narrowest = between;
    best = {before + between / 2, ns};
  }
  return best;
}

double ns_per_tick() {
  if (timer_hz() != 0) return 1e9 / static_cast<double>(timer_hz());
  static const double measured = measure_ns_per_tick(timer_end, monotonic_raw_ns);  // the rate is constant
  return measured;
}

std::uint64_t greatest_common_divisor(std::uint64_t left, std::uint64_t right) {
  while (right != 0) {
    left %= right;
    std::swap(left, right);
  }
  return left;
}

/// Differences of readings that follow each other closely, at some hundred different distances.
std::vector<std::uint64_t> close_differences() {
  std::vector<std::uint64_t> differences(10000);
  for (std::size_t i = 0; i < differences.size(); ++i) {
    const std::uint64_t begin = timer_begin();
    for (std::size_t turn = 0; turn < i % 100; ++turn) asm volatile("");
    differences[i] = timer_end() - begin;
  }
  return differences;
}

/// The median of what the timer shows of nothing: of the empty loop, sampled.
std::uint64_t cost_of_timing() {
  constexpr SampleSize warming_up = {50000, 10};
  constexpr SampleSize enough = {100010, 10};  // an odd number of timed calls
  const auto sample_nothing = find_operation("empty_loop")->prepare().sample;
  Histogram histogram;
  sample_nothing(warming_up, histogram);
  histogram.clear();
  sample_nothing(enough, histogram);
  return histogram.quantile(0.5);
}

}  // namespace

Timer examine_timer() {
  const std::string problem = timer_problem();
  if (!problem.empty()) throw std::runtime_error("single calls cannot be timed: " + problem);
  return {timer_source, ns_per_tick(), step_of(close_differences()), cost_of_timing()};
}

std::uint64_t step_of(const std::vector<std::uint64_t>& differences) {
  std::uint64_t smallest = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t common = 0;
  for (const std::uint64_t difference : differences) {
    if (difference != 0) smallest = std::min(smallest, difference);
    common = greatest_common_divisor(common, difference);
  }
  if (common == 0) throw std::runtime_error(std::string("the timer ") + timer_source + " does not move");
  const bool zero = std::find(differences.begin(), differences.end(), 0) != differences.end();
  return zero ? smallest : common;
}

double measure_ns_per_tick(const Reading& ticks, const Reading& clock_ns) {
  constexpr std::uint64_t long_enough_ns = 20000000;
  const Moment first = this_moment(ticks, clock_ns);
  Moment last = first;
  while (last.ns - first.ns < long_enough_ns) last = this_moment(ticks, clock_ns);
  if (last.ticks <= first.ticks) throw std::runtime_error(std::string("the timer ") + timer_source + " does not move");
  return static_cast<double>(last.ns - first.ns) / static_cast<double>(last.ticks - first.ticks);
}

}  // namespace probe
