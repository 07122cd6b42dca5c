#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>

#include "cli/log.hpp"
#include "cli/machine.hpp"
#include "cli/terminal.hpp"
#include "cli/verb.hpp"
#include "engine/docker.hpp"
#include "support/affinity.hpp"

namespace orchestrate {
namespace {

namespace fs = std::filesystem;

struct DoctorOptions {
  std::string engine = "docker";
  std::string results = "results";
};

std::vector<MachineCheck> ask_engine_how_it_is(const std::string& program) {
  try {
    return check_engine(docker_engine(program)->describe());
  } catch (const EnvironmentFailure& failure) {
    return {silent_engine(failure.what())};
  }
}

/// Of the folder, or of the nearest above it that is there.
std::uint64_t free_bytes_of(const fs::path& results) {
  std::error_code error;
  fs::path folder = fs::absolute(results, error);
  while (!fs::exists(folder, error) && folder.has_relative_path()) folder = folder.parent_path();
  const fs::space_info space = fs::space(folder, error);
  return error ? 0 : space.available;
}

ExitStatus examine(const DoctorOptions& options) {
  std::vector<MachineCheck> checks = ask_engine_how_it_is(options.engine);
  for (MachineCheck& check : check_kernel("/", allowed_cpus())) checks.push_back(std::move(check));
  checks.push_back(check_space(options.results, free_bytes_of(options.results)));
  std::cout << to_text(table_of(checks), paper_of_output());
  const bool any_problem = std::any_of(checks.begin(), checks.end(),
                                       [](const MachineCheck& check) { return check.health == Health::problem; });
  return any_problem ? ExitStatus::expectation_failed : ExitStatus::success;
}

}  // namespace

Action add_doctor(CLI::App& command) {
  auto options = std::make_shared<DoctorOptions>();
  command.add_option("--engine", options->engine, "A docker-compatible client, by name or path")->capture_default_str();
  command.add_option("--results", options->results, "The folder that results are to be written to")
      ->capture_default_str();
  add_log_options(command);
  return [options] { return examine(*options); };
}

}  // namespace orchestrate
