#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/places.hpp"
#include "cli/verb.hpp"
#include "experiment/reader.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

std::size_t conditions_of(const Experiment& experiment) {
  std::size_t count = 1;
  for (const FactorLevels& factor : experiment.factors) count *= factor.levels.size();
  return count;
}

ExitStatus check(const std::string& file) {
  const Experiment experiment = read_experiment(file);
  const auto reference = reference_of(experiment);
  std::cout << fmt::format("{}: {}\n", escaped(experiment.name), escaped(experiment.question));
  std::cout << fmt::format("{}, {}, {}, {}{}\n", counted(conditions_of(experiment), "condition"),
                           counted(experiment.operations.size(), "operation"),
                           counted(experiment.contrasts.size(), "contrast"), counted(experiment.claims.size(), "claim"),
                           reference ? fmt::format(", compared with \"{}\"", escaped(reference->title)) : "");
  return ExitStatus::success;
}

}  // namespace

Action add_check(CLI::App& command) {
  auto file = std::make_shared<std::string>();
  command.add_option("FILE", *file, "The experiment file")->required();
  return [file] { return check(*file); };
}

}  // namespace orchestrate
