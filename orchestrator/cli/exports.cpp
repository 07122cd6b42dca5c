#include "cli/exports.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <iostream>
#include <utility>

#include "support/failure.hpp"
#include "support/files.hpp"

namespace orchestrate {
namespace {

using Export = std::pair<const char*, const std::string*>;  ///< file of the folder, and where it is wanted

std::array<Export, 3> all_of(const Exports& exports) {
  return {{{"summary.json", &exports.json}, {"samples.csv", &exports.csv}, {"report.md", &exports.markdown}}};
}

std::ptrdiff_t wanted_on_standard_output(const Exports& exports) {
  const auto all = all_of(exports);
  return std::count_if(all.begin(), all.end(), [](const Export& one) { return *one.second == "-"; });
}

}  // namespace

void add_export_options(CLI::App& command, Exports& exports) {
  command.add_option("--export-json", exports.json, "Write summary.json to this file, too; - is standard output");
  command.add_option("--export-csv", exports.csv, "Write samples.csv to this file, too; - is standard output");
  command.add_option("--export-markdown", exports.markdown, "Write report.md to this file, too; - is standard output");
}

void refuse_mixed_output(const Exports& exports) {
  if (wanted_on_standard_output(exports) > 1) {
    throw UsageFailure("Only one of --export-json, --export-csv and --export-markdown can write to standard output.");
  }
}

std::ostream& people_read(const Exports& exports) {
  return wanted_on_standard_output(exports) > 0 ? std::cerr : std::cout;
}

void export_files(const std::filesystem::path& folder, const Exports& exports) {
  for (const auto& [file, target] : all_of(exports)) {
    if (target->empty()) continue;
    if (*target == "-") {
      read_file(folder / file, [](std::string_view piece) { std::cout << piece; });
    } else {
      write_file(*target, [&, name = file](const TextSink& sink) { read_file(folder / name, sink); });
    }
  }
}

}  // namespace orchestrate
