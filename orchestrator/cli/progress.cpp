#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "analysis/summary.hpp"
#include "cli/progress_text.hpp"
#include "cli/status_line.hpp"
#include "cli/terminal.hpp"
#include "support/time.hpp"

namespace orchestrate {
namespace {

constexpr std::int64_t redraw_ns = 100'000'000;

int rounds_to_look(const Plan& plan, int rounds) {
  const auto look = std::find_if(plan.looks.begin(), plan.looks.end(), [&](int n) { return n > rounds; });
  return look == plan.looks.end() ? plan.looks.back() : *look;
}

}  // namespace

Progress::Progress(const Plan& plan, bool quiet, int rounds_before)
    : plan_(plan),
      quiet_(quiet),
      rounds_before_(rounds_before),
      terminal_(::isatty(STDERR_FILENO) == 1),
      paper_(paper_of_errors()),
      began_ns_(monotonic_ns()) {}

Progress::~Progress() {
  erase_status_line();
}

double Progress::seconds() const {
  return static_cast<double>(monotonic_ns() - began_ns_) * 1e-9;
}

void Progress::within_round(int round, double share) {
  const std::int64_t now = monotonic_ns();
  if (quiet_ || !terminal_ || now - last_drawn_ns_ < redraw_ns) return;
  last_drawn_ns_ = now;
  const ProgressState state{round - 1 + share, rounds_before_, seconds(), half_width_, first_half_width_};
  draw_status_line(progress_line(plan_, state, paper_));
}

void Progress::after_round(int round, const Ledger& ledger, const std::optional<std::string>& reason_to_stop) {
  if (quiet_) return;
  at_look(ledger);
  if (terminal_) return;
  const std::string next = reason_to_stop ? fmt::format("the run ends here: {}", *reason_to_stop)
                                          : fmt::format("next look after {} rounds", rounds_to_look(plan_, round));
  const std::string reached =
      half_width_ ? fmt::format("; ±{:.2f} %, wanted ±{:.2f} %", 100 * *half_width_, 100 * plan_.design.precision) : "";
  const std::string line = fmt::format("round {} done after {:.1f} s; {}{}\n", round, seconds(), next, reached);
  std::fputs(lettered(line, paper_).c_str(), stderr);
}

void Progress::at_look(const Ledger& ledger) {
  const double half_width = widest_half_width(summarize_for_stopping(ledger));
  if (!std::isfinite(half_width)) return;
  half_width_ = half_width;
  if (!first_half_width_) first_half_width_ = half_width;
}

}  // namespace orchestrate
