#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "experiment/experiment.hpp"
#include "experiment/reference.hpp"
#include "factors/host.hpp"

namespace orchestrate {

/// The native probe: of an installed program beside it (../libexec/orchestrate/probe), else where the build put it.
/// Throws EnvironmentFailure where there is none.
std::filesystem::path native_probe_path();

/// What the probe at `path` is, by its file and by what it says when it is run once, uncontained. Throws
/// EnvironmentFailure where it does not run.
ProbeIdentity identity_of(const std::filesystem::path& path);

/// The folder of the scripts that make images and probes: of an installed program beside it
/// (../share/orchestrate/docker), else the source's docker/.
std::filesystem::path scripts_folder();

/// Where what those scripts make is kept, with their log: the source's build/, or, for an installed program,
/// orchestrate/ in the user's folder of caches.
std::filesystem::path made_folder();

/// Where the probe of a level of `libc` is once it is made.
std::filesystem::path made_probe_path(const std::string& level);

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
