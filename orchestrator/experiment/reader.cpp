#include "experiment/reader.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "experiment/claims.hpp"
#include "experiment/contrasts.hpp"
#include "experiment/design.hpp"
#include "experiment/document.hpp"
#include "experiment/engine_arguments.hpp"
#include "experiment/matrix.hpp"
#include "experiment/operations.hpp"
#include "experiment/problem.hpp"
#include "experiment/schema.hpp"
#include "experiment/secrets.hpp"
#include "support/files.hpp"

namespace orchestrate {
namespace {

/// A hundred times the longest experiment; bounds what yaml-cpp, which reads ahead, allocates (200 bytes for a `[`).
constexpr std::size_t most_file_bytes = std::size_t{1} << 18U;

/// What the file says by itself, key by key.
Experiment read_parts(const Node& document, const std::filesystem::path& file, std::vector<Problem>& problems) {
  Experiment experiment;
  experiment.file = file;
  experiment.name = find(document, "experiment")->text;
  experiment.question = find(document, "question")->text;
  if (const Node* reference = find(document, "reference")) experiment.reference = reference->text;
  const Node& container = *find(document, "container");
  experiment.image = find(container, "image")->text;
  if (const Node* list = find(container, "engine_args")) {
    experiment.engine_args = read_engine_arguments(*list, ArgumentsOf::every_condition, problems);
  }
  const Node& factors = *find(document, "factors");
  experiment.factors = read_factors(factors, file.parent_path(), problems);
  check_matrix_size(experiment.factors, factors.position, problems);
  experiment.operations = read_operations(*find(document, "operations"), problems);
  if (const Node* design = find(document, "design")) experiment.design = read_design(*design, problems);
  if (const Node* samples = find(document, "samples")) {
    experiment.samples = read_samples(*samples, experiment.operations, problems);
  }
  return experiment;
}

/// What refers to those parts.
void read_expectations(const Node& document, Experiment& experiment, std::vector<Problem>& problems) {
  if (const Node* list = find(document, "contrasts")) {
    experiment.contrasts = read_contrasts(*list, experiment.factors, experiment.operations, problems);
  }
  if (const Node* list = find(document, "claims")) {
    experiment.claims =
        read_claims(*list, experiment.factors, experiment.operations, experiment.samples.operations, problems);
  }
}

}  // namespace

Experiment read_experiment(const std::filesystem::path& file) {
  return parse_experiment(read_experiment_text(file), file);
}

std::string read_experiment_text(const std::filesystem::path& file) {
  std::error_code unknown;
  const std::uintmax_t bytes = std::filesystem::file_size(file, unknown);
  if (!unknown && bytes > most_file_bytes) {
    refuse(file, {{{1, 1}, fmt::format("{} bytes are no experiment; at most {} are read", bytes, most_file_bytes)}});
  }
  return read_file(file, most_file_bytes);
}

Experiment parse_experiment(std::string_view text, const std::filesystem::path& file) {
  return parse_with_secrets(text, file).experiment;
}

ExperimentWithSecrets parse_with_secrets(std::string_view text, const std::filesystem::path& file) {
  std::vector<Problem> problems;
  Node document;
  collect(problems, [&] { document = parse_document(text); });
  // Each step takes for granted what the steps before it have checked.
  if (problems.empty()) problems = experiment_schema().problems(document);
  Experiment experiment;
  if (problems.empty()) experiment = read_parts(document, file, problems);
  if (problems.empty()) read_expectations(document, experiment, problems);
  if (!problems.empty()) refuse(file, problems);
  std::vector<Secret> secrets = hide_secrets(experiment);
  return {std::move(experiment), std::move(secrets)};
}

}  // namespace orchestrate
