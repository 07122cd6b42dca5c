#include "report/precision.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace orchestrate {
namespace {

bool has_numbers(const Summary& summary) {
  if (summary.contrasts.empty()) return !summary.operations.empty();
  return std::any_of(summary.contrasts.begin(), summary.contrasts.end(),
                     [](const ContrastResult& result) { return result.ratio.has_value(); });
}

/// "45 s", "12 min", "3.5 h"
std::string duration(double seconds) {
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

std::optional<Precision> precision_of(const Summary& summary) {
  if (!has_numbers(summary)) return std::nullopt;
  Precision precision;
  precision.wanted = summary.run.plan.design.precision;
  const double reached = widest_half_width(summary);
  if (!std::isfinite(reached)) return precision;
  precision.reached = reached;
  if (reached <= precision.wanted || summary.rounds == 0) return precision;
  const double share = std::pow(reached / precision.wanted, 2);
  // Beyond this it is not a matter of rounds any more.
  if (share > 1e6) return precision;
  precision.rounds_needed = static_cast<int>(std::lround(summary.rounds * share));
  if (summary.time.wall_s > 0) precision.seconds_needed = summary.time.wall_s * share;
  return precision;
}

std::string precision_text(const Summary& summary) {
  const auto precision = precision_of(summary);
  if (!precision) return {};
  const std::string wanted = fmt::format("±{:.2f} % wanted", 100 * precision->wanted);
  if (!precision->reached) return wanted + ", and an interval needs 6 rounds";
  std::string text = fmt::format("±{:.2f} % reached, {}", 100 * *precision->reached, wanted);
  if (precision->rounds_needed) {
    text += fmt::format(": that would take about {} rounds", *precision->rounds_needed);
    if (precision->seconds_needed) text += ", " + duration(*precision->seconds_needed);
  }
  return text;
}

}  // namespace orchestrate
