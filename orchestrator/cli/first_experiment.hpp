#pragma once

#include <filesystem>
#include <string>

namespace orchestrate {

/// An experiment to start from, with a comment at each key; `schema` is the path of schema.json, for editors. Throws
/// UsageFailure where `name` cannot name an experiment.
std::string first_experiment(const std::string& name, const std::filesystem::path& schema);

/// Writes `content` to a file that is not there yet. Throws UsageFailure where it is, EnvironmentFailure where it
/// cannot be written.
void write_new_file(const std::filesystem::path& path, const std::string& content);

}  // namespace orchestrate
