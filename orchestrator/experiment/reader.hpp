#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/secrets.hpp"
#include "experiment/experiment.hpp"

namespace orchestrate {

/// An experiment in which masks stand for the values of secret variables, and what they stand for.
struct ExperimentWithSecrets {
  Experiment experiment;
  std::vector<Secret> secrets;
};

/// The bytes of an experiment file. Throws UsageFailure where it cannot be read, or is too long to be one.
std::string read_experiment_text(const std::filesystem::path& file);

/// Reads and checks an experiment file. Throws UsageFailure: one line a problem, `file:line:column: what was found;
/// what is allowed`, in the order of the file.
Experiment read_experiment(const std::filesystem::path& file);

/// The same for a text that is already read; `file` gives the name in messages and the folder for relative paths.
Experiment parse_experiment(std::string_view text, const std::filesystem::path& file);

/// The same for who starts containers, and needs the values that no one else is to see.
ExperimentWithSecrets parse_with_secrets(std::string_view text, const std::filesystem::path& file);

}  // namespace orchestrate
