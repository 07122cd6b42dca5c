#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/endurance.hpp"
#include "cli/log.hpp"
#include "cli/places.hpp"
#include "cli/preparation.hpp"
#include "cli/verb.hpp"
#include "engine/docker.hpp"
#include "experiment/reader.hpp"
#include "runner/environment.hpp"
#include "support/interruption.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

struct PrepareOptions {
  std::string file;
  std::string engine = "docker";
  bool require_all = false;
  bool quiet = false;
  EngineLimits limits;
  std::chrono::milliseconds preparation = longest_preparation;
};

ExitStatus prepare_file(const PrepareOptions& options) {
  const Experiment experiment = read_experiment(options.file);
  const auto engine = docker_engine(options.engine, options.limits);
  Host host = this_host();
  ask_before_interrupting();
  prepare(experiment, *engine, workshop_of_scripts(options.engine, options.quiet, options.preparation), host);
  for (const std::string& image : images_of(experiment)) {
    if (!host.unavailable.contains({"image", image})) std::cout << fmt::format("ready: image {}\n", escaped(image));
  }
  for (const auto& [level, probe] : host.probes) {
    std::cout << fmt::format("ready: libc {}, build id {:.12}, {}\n", escaped(level), escaped(probe.build_id),
                             escaped(probe.path.string()));
  }
  for (const auto& [level, reason] : host.unavailable) {
    std::cout << fmt::format("skipped: {} {}: {}\n", escaped(level.first), escaped(level.second), escaped(reason));
  }
  if (options.require_all) require_all_levels(experiment, host);
  return ExitStatus::success;
}

}  // namespace

Action add_prepare(CLI::App& command) {
  auto options = std::make_shared<PrepareOptions>();
  command.add_option("FILE", options->file, "The experiment file")->required();
  command.add_option("--engine", options->engine, "A docker-compatible client, by name or path")->capture_default_str();
  command.add_flag("--require-all", options->require_all, "Exit status 4 where a level cannot be had");
  add_preparation_timeout(command, options->preparation);
  add_engine_timeout(command, options->limits);
  add_quiet_option(command, options->quiet, "Not what the scripts say that make images and probes");
  add_log_options(command);
  return [options] { return prepare_file(*options); };
}

}  // namespace orchestrate
