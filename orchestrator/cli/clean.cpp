#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/leftovers.hpp"
#include "cli/log.hpp"
#include "cli/verb.hpp"
#include "engine/docker.hpp"
#include "support/text.hpp"

namespace orchestrate {

Action add_clean(CLI::App& command) {
  auto engine = std::make_shared<std::string>("docker");
  command.add_option("--engine", *engine, "A docker-compatible client, by name or path")->capture_default_str();
  add_log_options(command);
  return [engine] {
    const int removed = remove_leftovers(*docker_engine(*engine));
    std::cout << fmt::format("removed {} of runs that no longer live\n",
                             counted(static_cast<std::size_t>(removed), "container"));
    return ExitStatus::success;
  };
}

}  // namespace orchestrate
