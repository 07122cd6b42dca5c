#pragma once

#include <filesystem>
#include <string_view>

#include "experiment/experiment.hpp"

namespace orchestrate {

/// Reads and checks an experiment file. Throws UsageFailure: one line a problem, `file:line:column: what was found;
/// what is allowed`, in the order of the file.
Experiment read_experiment(const std::filesystem::path& file);

/// The same for a text that is already read; `file` gives the name in messages and the folder for relative paths.
Experiment parse_experiment(std::string_view text, const std::filesystem::path& file);

}  // namespace orchestrate
