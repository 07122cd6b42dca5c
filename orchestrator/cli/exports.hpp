#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>

namespace CLI {
class App;
}

namespace orchestrate {

/// What of a run is wanted elsewhere, too: paths, "-" for standard output, empty for not at all.
struct Exports {
  std::string json;      ///< summary.json
  std::string csv;       ///< samples.csv
  std::string markdown;  ///< report.md
  std::string google_benchmark;
};

/// Declares --export-json, --export-csv, --export-markdown, --export-google-benchmark.
void add_export_options(CLI::App& command, Exports& exports);

/// Where the report for people goes: standard output, or standard error where a file takes standard output.
std::ostream& people_read(const Exports& exports);

/// Writes what is wanted of the run in `folder`, whose reports are written. Throws EnvironmentFailure where one cannot
/// be written.
void export_files(const std::filesystem::path& folder, const Exports& exports);

/// Throws UsageFailure where two files want standard output; to be called before anything is measured.
void refuse_mixed_output(const Exports& exports);

}  // namespace orchestrate
