#include "timing/calibrate.hpp"

#include <algorithm>
#include <limits>

namespace probe {

namespace {

using ElapsedOf = std::function<std::uint64_t(std::uint64_t)>;

/// Nanoseconds an iteration, the fastest of several readings: taken until the two fastest lie within 20 % of one
/// another, because one reading may hold a preemption, which would end the calibration ten times too early (nanobench
/// wants its reading twice for the same reason). A disturbance only ever adds, so the fastest is the nearest to the
/// truth.
double agreed_ns(const ElapsedOf& elapsed_ns_of, std::uint64_t iterations) {
  constexpr int most_readings = 10;
  constexpr double agreement = 1.2;
  double fastest = std::numeric_limits<double>::infinity();
  double second = fastest;
  for (int reading = 0; reading < most_readings; ++reading) {
    // A clock that did not move says "less than its tick".
    const double elapsed_ns = static_cast<double>(std::max<std::uint64_t>(elapsed_ns_of(iterations), 1));
    second = std::min(second, std::max(fastest, elapsed_ns));
    fastest = std::min(fastest, elapsed_ns);
    if (second <= fastest * agreement) break;
  }
  return fastest / static_cast<double>(iterations);
}

}  // namespace

std::uint64_t calibrate(const ElapsedOf& elapsed_ns_of, std::uint64_t batch_ns) {
  const double wanted_ns = static_cast<double>(batch_ns);
  std::uint64_t iterations = 1;
  for (;;) {
    const double ns = agreed_ns(elapsed_ns_of, iterations);
    const double fitting = std::min(std::max(wanted_ns / ns + 0.5, 1.0), static_cast<double>(largest_iterations));
    const bool long_enough = ns * static_cast<double>(iterations) >= wanted_ns / 2;
    if (long_enough || iterations == largest_iterations) return static_cast<std::uint64_t>(fitting);
    // Short readings are mostly the clock's own cost, so they are trusted for one step of at most ten.
    const double step = std::min(std::max(fitting / static_cast<double>(iterations), 2.0), 10.0);
    iterations = std::min(static_cast<std::uint64_t>(static_cast<double>(iterations) * step), largest_iterations);
  }
}

}  // namespace probe
