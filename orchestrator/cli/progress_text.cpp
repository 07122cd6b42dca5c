#include "cli/progress_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "support/text.hpp"

namespace orchestrate {
namespace {

std::string bar(double share) {
  constexpr int length = 20;
  const int full = static_cast<int>(std::lround(length * std::clamp(share, 0.0, 1.0)));
  return fmt::format("[{}{}]", std::string(static_cast<std::size_t>(full), '#'),
                     std::string(static_cast<std::size_t>(length - full), '-'));
}

/// "0:07", "12:30"
std::string minutes(double seconds) {
  const long whole = std::lround(std::max(0.0, seconds));
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string rounds_text(const Plan& plan, double rounds) {
  const int first = plan.looks.front();
  const int last = plan.looks.back();
  const int current = std::min(last, static_cast<int>(rounds) + 1);
  return fmt::format("round {} of {}", current,
                     first == last ? fmt::format("{}", last) : fmt::format("{} to {}", first, last));
}

std::string interval_text(const Plan& plan, const ProgressState& state) {
  if (!state.half_width) return {};
  std::string text = fmt::format("±{:.2f} %", 100 * *state.half_width);
  if (state.first_half_width && *state.first_half_width != *state.half_width) {
    text = fmt::format("±{:.2f} % → ", 100 * *state.first_half_width) + text;
  }
  return text + fmt::format(", wanted ±{:.2f} %", 100 * plan.design.precision);
}

}  // namespace

int likely_end(const Plan& plan, double rounds, std::optional<double> half_width) {
  const double complete = std::floor(rounds);
  double needed = rounds;
  if (half_width && complete >= 1) {
    const double too_wide = *half_width / plan.design.precision;
    needed = std::max(needed, complete * too_wide * too_wide);
  }
  const auto look = std::find_if(plan.looks.begin(), plan.looks.end(),
                                 [&](int n) { return n > rounds && static_cast<double>(n) >= needed; });
  return look == plan.looks.end() ? plan.looks.back() : *look;
}

std::string progress_line(const Plan& plan, const ProgressState& state, const Paper& paper) {
  const int end = likely_end(plan, state.rounds, state.half_width);
  const double done = state.rounds - state.rounds_before;
  std::vector<std::string> parts{escaped(plan.experiment), rounds_text(plan, state.rounds), bar(state.rounds / end)};
  if (done > 0) parts.push_back("ETA " + minutes(state.seconds / done * (end - state.rounds)));
  if (const std::string interval = interval_text(plan, state); !interval.empty()) parts.push_back(interval);
  std::string line;
  for (const std::string& part : parts) {
    const std::string longer = line.empty() ? lettered(part, paper) : line + "  " + lettered(part, paper);
    // In the last column some terminals begin a new line, which could not be erased.
    if (!line.empty() && display_width(longer) >= paper.width) break;
    line = longer;
  }
  return line;
}

}  // namespace orchestrate
