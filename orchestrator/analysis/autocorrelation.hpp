#pragma once

#include <vector>

namespace orchestrate {

/// How many independent values say as much about the mean as this series does: its length divided by the sum of its
/// autocorrelations, which are added up as long as their sums over pairs of neighbouring lags stay positive (Geyer
/// 1992, "Practical Markov chain Monte Carlo", Statist. Sci. 7, 473-483: the initial positive sequence), up to the
/// thousandth. At least 1, at most the length; equal values count as independent.
double effective_sample_size(const std::vector<double>& series);

/// The same of series that were measured apart, one after the other in `series`, each of `length` values.
double effective_sample_size(const std::vector<double>& series, std::size_t length);

}  // namespace orchestrate
