#pragma once

#include <optional>
#include <string>

#include "plan/plan.hpp"
#include "report/paper.hpp"

namespace orchestrate {

/// How far a run is.
struct ProgressState {
  double rounds = 0;                 ///< done, that which is under way in part
  int rounds_before = 0;             ///< that were done when this process went on with the run
  double seconds = 0;                ///< since this process began to measure
  std::optional<double> half_width;  ///< relative, of the widest interval at the last complete round
  std::optional<double> first_half_width;
};

/// After how many rounds the run is likely to end: the first look at which an interval that narrows with the root of
/// the number of rounds is as narrow as is wanted. Without an interval yet, the first look that is left.
int likely_end(const Plan& plan, double rounds, std::optional<double> half_width);

/// "seccomp  round 4 of 6 to 30  [#####-------]  ETA 0:12  ±3.10 % -> ±1.20 %, wanted ±1.00 %", as much of it as the
/// paper is wide; the interval last, because it says least about when to come back.
std::string progress_line(const Plan& plan, const ProgressState& state, const Paper& paper);

}  // namespace orchestrate
