#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "analysis/trend.hpp"
#include "analysis/tukey.hpp"

namespace orchestrate {

/// What is odd about the values of a series of rounds: labelled, never dropped.
struct RoundsDiagnosis {
  std::vector<Outlier> outliers;  ///< `index` is the round's place among the complete ones, from 0
  std::optional<Trend> trend;     ///< of the values over the rounds
  double trend_p_holm = 1;        ///< corrected for being one of many series of a run; 1 where there is no trend
};

RoundsDiagnosis diagnose_rounds(const std::vector<double>& values);

/// Whether batches have more than one mode.
struct ModesTest {
  double dip = 0;  ///< of at most 10 000 of them, evenly spread over the run
  double p = 1;    ///< of "one mode", for as many independent batches as there effectively are
};

/// How the batches of all rounds are distributed.
struct BatchesDiagnosis {
  std::size_t count = 0;
  double effective = 0;            ///< so many independent batches say as much (autocorrelation.hpp)
  std::optional<ModesTest> modes;  ///< where it was asked for
};

/// The batches of all rounds one after the other, the same number in each of `rounds` rounds.
BatchesDiagnosis diagnose_batches(const std::vector<double>& batches, std::size_t rounds, bool modes_wanted);

}  // namespace orchestrate
