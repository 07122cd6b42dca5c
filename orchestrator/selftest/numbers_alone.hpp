#pragma once

#include "engine/engine.hpp"
#include "selftest/catalogue.hpp"

namespace orchestrate {

/// How often the contrast rule gave each verdict.
struct Tally {
  int matches = 0;
  int differs = 0;
  int unresolved = 0;
};

struct NumbersAlone {
  Tally swallowed;  ///< pairs of seccomp whose flag was dropped on the way
  Tally real;       ///< pairs whose flag arrived
};

/// The article's own advice, with all evidence ignored: look at a pair of numbers; if they are equal, the flag was
/// swallowed. Judges 20 pairs of each kind by the contrast rule alone, pinned, in two runs of `rounds` rounds.
NumbersAlone judge_numbers_alone(Engine& engine, const Props& props, const Host& host, int rounds);

}  // namespace orchestrate
