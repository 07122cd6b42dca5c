#pragma once

#include <vector>

namespace orchestrate {

/// The p-value of "the median of `values` lies outside of ±margin", by two one-sided tests: the larger of the p-values
/// against "at or below −margin" and "at or above margin" (Schuirmann 1987, "A comparison of the two one-sided tests
/// procedure and the power approach", J. Pharmacokin. Biopharm. 15, 657-680; that neither needs a correction: Berger
/// 1982, Technometrics 24, 295-300), each the one-sided sign test with all looks paid for.
///
/// That an interval of coverage 1 − alpha lies within the margin is this test at alpha / 2: both ask whether fewer
/// values lie outside on either side than the interval's rank (Berger & Hsu 1996, Statist. Sci. 11, 283-319). So
/// `matches`, which asks for the 95 % interval, is equivalence at 2.5 %.
double equivalence_p(const std::vector<double>& values, const std::vector<int>& looks, double margin);

}  // namespace orchestrate
