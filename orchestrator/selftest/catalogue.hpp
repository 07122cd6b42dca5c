#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiment/experiment.hpp"
#include "factors/host.hpp"
#include "selftest/saboteur.hpp"

namespace orchestrate {

/// One run of the selftest: an experiment of two conditions, and what is done to it on the way.
struct Case {
  std::string what;  ///< in words; of an honest run, what is varied
  Experiment experiment;
  Sabotage sabotage;
};

/// What the sabotages need on this host.
struct Props {
  std::filesystem::path folder;           ///< holds the profiles below, and may hold more
  std::filesystem::path profile;          ///< refuses keyctl and add_key with ENOSYS
  std::filesystem::path open_profile;     ///< allows everything
  std::filesystem::path another_profile;  ///< refuses io_uring_setup
  std::filesystem::path another_probe;    ///< the probe with another build id
  std::string image;                      ///< name of the image that is measured in
  std::string another_image;              ///< id of an image of the same files but for its os-release
  std::string client;                     ///< the engine's client program, for what happens behind the tool's back
};

/// Every sabotage: a treatment that does not reach the measured process, or not this one, or not to the end.
std::vector<Case> sabotages(const Props& props, const Host& host);

/// Runs without sabotage, which must come out clean: a selftest that cries wolf is as bad as one that misses.
std::vector<Case> honest_runs(const Props& props);

/// An experiment of one factor (or several, all but the first with one level) on getpid, short enough for a selftest.
Experiment short_experiment(const Props& props, const std::vector<FactorLevels>& factors);

}  // namespace orchestrate
