#pragma once

#include <vector>

namespace orchestrate {

/// The largest distance between the empirical distribution and the unimodal one that is nearest to it (Hartigan &
/// Hartigan 1985, "The dip test of unimodality", Ann. Statist. 13, 70-84), found as there: the greatest convex minorant
/// and the least concave majorant are drawn between the ends of a modal interval, which shrinks to where they are
/// farthest apart (P. M. Hartigan 1985, "Algorithm AS 217", Appl. Statist. 34, 320-325). From 1/(2n) for one mode to
/// 1/4 for two points. `values` holds at least one.
double dip(std::vector<double> values);

/// The p-value of "the distribution has one mode" for a dip of `n` independent values: the share of samples of the
/// uniform distribution, the unimodal one with the largest dips, whose dip is as large. Between the tabulated sizes and
/// probabilities it is interpolated, on the scale sqrt(n) dip, on which the quantiles hardly change; below 0.0001 it is
/// 0.0001. Fewer than ten values tell nothing.
double dip_p(double dip, double n);

}  // namespace orchestrate
