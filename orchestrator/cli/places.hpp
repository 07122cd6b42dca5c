#pragma once

#include <filesystem>
#include <optional>

#include "experiment/experiment.hpp"
#include "experiment/reference.hpp"
#include "factors/host.hpp"

namespace orchestrate {

/// The native probe: of an installed program beside it (../libexec/orchestrate/probe), else where the build put it.
/// Throws EnvironmentFailure where there is none.
std::filesystem::path native_probe_path();

/// What of this machine decides how levels are put into force. Runs the probe once, uncontained, for its identity.
Host this_host();

/// The experiments that come with the program: of an installed program ../share/orchestrate/experiments, else the
/// source's. Throws EnvironmentFailure where there are none.
std::filesystem::path experiments_folder();

/// An article's file by its name, from beside those experiments. Throws UsageFailure where it is missing or wrong.
Reference reference_named(const std::string& name);

/// The article's numbers that an experiment names, from ../results/reference beside the experiment file, else from the
/// source or installation. Nothing where it names none; throws UsageFailure where the file is missing or wrong.
std::optional<Reference> reference_of(const Experiment& experiment);

}  // namespace orchestrate
