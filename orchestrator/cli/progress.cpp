#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "analysis/summary.hpp"
#include "support/time.hpp"

namespace orchestrate {
namespace {

constexpr std::int64_t redraw_ns = 100'000'000;

int next_look(const Plan& plan, double rounds) {
  const auto look = std::find_if(plan.looks.begin(), plan.looks.end(), [&](int n) { return n > rounds; });
  return look == plan.looks.end() ? plan.looks.back() : *look;
}

}  // namespace

Progress::Progress(const Plan& plan, bool quiet, int rounds_before)
    : plan_(plan),
      quiet_(quiet),
      rounds_before_(rounds_before),
      terminal_(::isatty(STDERR_FILENO) == 1),
      began_ns_(monotonic_ns()) {}

Progress::~Progress() {
  clear();
}

void Progress::within_round(int round, double share) {
  const std::int64_t now = monotonic_ns();
  if (quiet_ || !terminal_ || now - last_drawn_ns_ < redraw_ns) return;
  last_drawn_ns_ = now;
  const double done = round - 1 + share;
  const int look = next_look(plan_, done);
  const double left_s = static_cast<double>(now - began_ns_) * 1e-9 / (done - rounds_before_) * (look - done);
  draw(fmt::format("round {}, {:3.0f} %; next look after {} rounds, in about {:.0f} s{}", round, 100 * share, look,
                   left_s, reached_));
}

void Progress::after_round(int round, const Ledger& ledger, const std::optional<std::string>& reason_to_stop) {
  if (quiet_) return;
  at_look(ledger);
  if (terminal_) return;
  const double seconds = static_cast<double>(monotonic_ns() - began_ns_) * 1e-9;
  const std::string next = reason_to_stop ? fmt::format("the run ends here: {}", *reason_to_stop)
                                          : fmt::format("next look after {} rounds", next_look(plan_, round));
  std::fputs(fmt::format("round {} done after {:.1f} s; {}{}\n", round, seconds, next, reached_).c_str(), stderr);
}

void Progress::at_look(const Ledger& ledger) {
  const double half_width = widest_half_width(summarize_for_stopping(ledger));
  reached_ = std::isfinite(half_width)
                 ? fmt::format("; ±{:.2f} %, wanted ±{:.2f} %", 100 * half_width, 100 * plan_.design.precision)
                 : "";
}

void Progress::draw(const std::string& line) {
  std::fputs(fmt::format("\r\x1b[2K{}", line).c_str(), stderr);
  std::fflush(stderr);
  drawn_ = true;
}

void Progress::clear() {
  if (drawn_) std::fputs("\r\x1b[2K", stderr);
  drawn_ = false;
}

}  // namespace orchestrate
