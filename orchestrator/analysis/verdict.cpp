#include "analysis/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace orchestrate {
namespace {

double farthest(const Interval& interval) {
  return std::max(std::abs(interval.low), std::abs(interval.high));
}

/// 0 where the interval holds zero.
double nearest_to_zero(const Interval& interval) {
  if (interval.low <= 0 && interval.high >= 0) return 0;
  return std::min(std::abs(interval.low), std::abs(interval.high));
}

}  // namespace

std::string to_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::swallowed:
      return "swallowed";
    case Verdict::unattested:
      return "unattested";
    case Verdict::unresolved:
      return "unresolved";
    case Verdict::differs:
      return "differs";
    case Verdict::matches:
      return "matches";
  }
  return {};
}

double equality_margin(double base_ns) {
  return std::max(0.01 * base_ns, 1.0);
}

Judgement judge(const Estimate& difference, const Estimate& twin_difference, double margin) {
  if (!difference.interval) {
    return {Verdict::unresolved, fmt::format("an interval needs 6 rounds, and there are {}", difference.rounds)};
  }
  const Interval& interval = *difference.interval;
  const double twins = farthest(twin_difference.interval.value_or(twin_difference.range));
  if (farthest(interval) <= margin) {
    return {Verdict::matches, fmt::format("the whole interval lies within ±{:.2f} ns", margin)};
  }
  const double apart = nearest_to_zero(interval);
  if (apart > margin && apart > twins) {
    return {Verdict::differs,
            fmt::format("at least {:.2f} ns apart; two identical containers differ by up to {:.2f} ns", apart, twins)};
  }
  if (apart > margin) {
    return {Verdict::unresolved,
            fmt::format("two identical containers differ by up to {:.2f} ns, as much as the effect", twins)};
  }
  return {Verdict::unresolved,
          fmt::format("the interval reaches from within ±{:.2f} ns to beyond it: more rounds are needed", margin)};
}

}  // namespace orchestrate
