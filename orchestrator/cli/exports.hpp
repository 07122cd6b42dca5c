#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>

namespace CLI {
class App;
}

namespace orchestrate {

/// Files of a run's folder that are wanted elsewhere, too: paths, "-" for standard output, empty for not at all.
struct Exports {
  std::string json;      ///< summary.json
  std::string csv;       ///< samples.csv
  std::string markdown;  ///< report.md
};

/// Declares --export-json, --export-csv, --export-markdown.
void add_export_options(CLI::App& command, Exports& exports);

/// Where the report for people goes: standard output, or standard error where a file takes standard output.
std::ostream& people_read(const Exports& exports);

/// Writes each file of a run's folder to where it is wanted. Throws EnvironmentFailure where one cannot be written.
void export_files(const std::filesystem::path& folder, const Exports& exports);

/// Throws UsageFailure where two files want standard output; to be called before anything is measured.
void refuse_mixed_output(const Exports& exports);

}  // namespace orchestrate
