#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/endurance.hpp"
#include "cli/leftovers.hpp"
#include "cli/log.hpp"
#include "cli/verb.hpp"
#include "engine/docker.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

struct CleanOptions {
  std::string engine = "docker";
  EngineLimits limits;
};

}  // namespace

Action add_clean(CLI::App& command) {
  auto options = std::make_shared<CleanOptions>();
  command.add_option("--engine", options->engine, "A docker-compatible client, by name or path")->capture_default_str();
  add_engine_timeouts(command, options->limits);
  add_log_options(command);
  return [options] {
    const int removed = remove_leftovers(*docker_engine(options->engine, options->limits));
    std::cout << fmt::format("removed {} of runs that no longer live\n",
                             counted(static_cast<std::size_t>(removed), "container"));
    return ExitStatus::success;
  };
}

}  // namespace orchestrate
