#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/leftovers.hpp"
#include "cli/verb.hpp"
#include "engine/docker.hpp"

namespace orchestrate {

Action add_clean(CLI::App& command) {
  auto engine = std::make_shared<std::string>("docker");
  command.add_option("--engine", *engine, "A docker-compatible client, by name or path")->capture_default_str();
  return [engine] {
    const int removed = remove_leftovers(*docker_engine(*engine));
    std::cout << fmt::format("{} containers of runs that no longer live were removed\n", removed);
    return ExitStatus::success;
  };
}

}  // namespace orchestrate
