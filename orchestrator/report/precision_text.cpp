#include "report/precision_text.hpp"

#include <fmt/format.h>

namespace orchestrate {
namespace {

/// "45 s", "12 min", "30 h": nobody needs more digits of an estimate.
std::string about(double seconds) {
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.0f} h", seconds / 3600);
}

}  // namespace

std::string precision_text(const Precision& precision) {
  if (precision.widest.empty()) return {};
  const double wanted = 100 * precision.wanted;
  if (!precision.reached) {
    return fmt::format("precision: none yet, wanted ±{:.2f} %; the first interval needs {} rounds, about {} in all",
                       wanted, precision.rounds_needed, about(precision.seconds_needed));
  }
  std::string reached = fmt::format("precision: ±{:.2f} %, wanted ±{:.2f} % (widest: {})", 100 * *precision.reached,
                                    wanted, precision.widest);
  if (precision.rounds_needed == 0) return reached;
  return fmt::format("{}; that would take about {} rounds, {} in all", reached, precision.rounds_needed,
                     about(precision.seconds_needed));
}

}  // namespace orchestrate
