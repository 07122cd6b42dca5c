#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/first_experiment.hpp"
#include "cli/places.hpp"
#include "cli/verb.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

namespace fs = std::filesystem;

ExitStatus init(const std::string& name) {
  fs::path path = name;
  if (path.extension() != ".yaml") path += ".yaml";
  write_new_file(path, first_experiment(path.stem().string(), experiments_folder() / "schema.json"));
  std::cout << fmt::format("{} is an experiment to start from; next: {}\n", escaped(path.string()),
                           shell_quoted({"orchestrate", "check", path.string()}));
  return ExitStatus::success;
}

}  // namespace

Action add_init(CLI::App& command) {
  auto name = std::make_shared<std::string>();
  command.add_option("NAME", *name, "The experiment's name, or the path of its file")->required();
  return [name] { return init(*name); };
}

}  // namespace orchestrate
