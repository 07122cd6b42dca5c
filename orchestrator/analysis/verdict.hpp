#pragma once

#include <string>

#include "analysis/estimate.hpp"

namespace orchestrate {

enum class Verdict { swallowed, unattested, unresolved, differs, matches };

std::string to_text(Verdict verdict);

/// A verdict with the reason in words, for a person.
struct Judgement {
  Verdict verdict = Verdict::unresolved;
  std::string reason;
};

/// Two levels count as equal when they differ by no more than this: 1 % of the base's value, or 1 ns where that is
/// more.
double equality_margin(double base_ns);

/// Whether an attested pair differs or matches, from its difference in ns, the twins' difference in ns on the same
/// operation, and the equality margin.
///
/// `matches` when the whole interval lies within the margin; `differs` when the whole interval lies outside the margin
/// and outside what two containers of the same condition differ by; `unresolved` otherwise. Twins that differ much make
/// nothing equal: they only take the power to tell.
Judgement judge(const Estimate& difference, const Estimate& twin_difference, double margin);

}  // namespace orchestrate
