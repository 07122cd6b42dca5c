#include "sample_report.hpp"

#include <cstdio>

namespace probe {

namespace {

std::string line(const char* label, double ns, const char* mark) {
  char text[80];
  std::snprintf(text, sizeof text, "  %-12s %12.3f ns%s\n", label, ns, mark);
  return text;
}

std::string timer_line(const Timer& timer) {
  char text[160];
  std::snprintf(text, sizeof text, "  timer: %s, a step is %.3f ns, timing costs %.3f ns (subtracted above)\n",
                timer.source, timer.ns_per_tick * static_cast<double>(timer.step_ticks),
                timer.ns_per_tick * static_cast<double>(timer.cost_ticks));
  return text;
}

}  // namespace

std::string sample_report(const Operation& operation, const Sampled& sampled) {
  constexpr double finest_share = 0.05;  // of a value; a step that is more of it than that is coarse
  const Timer& timer = sampled.timer;
  const double step_ns = timer.ns_per_tick * static_cast<double>(timer.step_ticks);
  const auto net_ns = [&timer](double ticks) {
    return (ticks - static_cast<double>(timer.cost_ticks)) * timer.ns_per_tick;
  };
  bool coarse = false;
  const auto value_line = [&](const char* label, std::uint64_t ticks) {
    const double ns = net_ns(static_cast<double>(ticks));
    const bool on_grid = step_ns > finest_share * ns;
    coarse = coarse || on_grid;
    return line(label, ns, on_grid ? " *" : "");
  };
  const Histogram& ticks = sampled.ticks;
  std::string report = std::string(operation.name) + ": " + operation.summary + "\n";
  report += "  " + std::to_string(sampled.size.calls) + " calls, " + std::to_string(ticks.count()) +
            " of them timed one by one\n";
  report += line("mean", net_ns(ticks.mean()), "");
  report += value_line("min", ticks.smallest()) + value_line("p50", ticks.quantile(0.5)) +
            value_line("p90", ticks.quantile(0.9)) + value_line("p99", ticks.quantile(0.99)) +
            value_line("max", ticks.largest());
  if (coarse)
    report += "  * a multiple of the timer's step, which is more than 5 % of it: the grid's value, not the call's\n";
  report += timer_line(timer);
  return report + line("whole loop",
                       static_cast<double>(sampled.batch.elapsed_ns) / static_cast<double>(sampled.size.calls),
                       " a call, the timing included");
}

}  // namespace probe
