#include "cli/exports.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <functional>
#include <iostream>

#include "cli/run_folder.hpp"
#include "report/google_benchmark.hpp"
#include "support/failure.hpp"
#include "support/files.hpp"
#include "support/json.hpp"

namespace orchestrate {
namespace {

namespace fs = std::filesystem;

void google_benchmark_of(const fs::path& folder, const TextSink& sink) {
  const Ledger ledger = read_ledger(folder);
  sink(to_document(google_benchmark_json(ledger, summarize(ledger))));
}

/// What can be exported: where it is wanted, and what it is for the folder of a run.
struct Export {
  const std::string* target;
  std::function<void(const fs::path& folder, const TextSink& sink)> content;
};

std::array<Export, 4> all_of(const Exports& exports) {
  const auto file = [](const char* name) {
    return [name](const fs::path& folder, const TextSink& sink) { read_file(folder / name, sink); };
  };
  return {{{&exports.json, file("summary.json")},
           {&exports.csv, file("samples.csv")},
           {&exports.markdown, file("report.md")},
           {&exports.google_benchmark, google_benchmark_of}}};
}

std::ptrdiff_t wanted_on_standard_output(const Exports& exports) {
  const auto all = all_of(exports);
  return std::count_if(all.begin(), all.end(), [](const Export& one) { return *one.target == "-"; });
}

}  // namespace

void add_export_options(CLI::App& command, Exports& exports) {
  command.add_option("--export-json", exports.json, "Write summary.json to this file, too; - is standard output");
  command.add_option("--export-csv", exports.csv, "Write samples.csv to this file, too; - is standard output");
  command.add_option("--export-markdown", exports.markdown, "Write report.md to this file, too; - is standard output");
  command.add_option("--export-google-benchmark", exports.google_benchmark,
                     "Write the rounds in Google Benchmark's JSON to this file; - is standard output");
}

void refuse_mixed_output(const Exports& exports) {
  if (wanted_on_standard_output(exports) > 1) {
    throw UsageFailure(
        "Only one of --export-json, --export-csv, --export-markdown and --export-google-benchmark can write to "
        "standard output.");
  }
}

std::ostream& people_read(const Exports& exports) {
  return wanted_on_standard_output(exports) > 0 ? std::cerr : std::cout;
}

void export_files(const fs::path& folder, const Exports& exports) {
  for (const Export& one : all_of(exports)) {
    if (one.target->empty()) continue;
    if (*one.target == "-") {
      one.content(folder, [](std::string_view piece) { std::cout << piece; });
    } else {
      write_file(*one.target, [&](const TextSink& sink) { one.content(folder, sink); });
    }
  }
}

}  // namespace orchestrate
