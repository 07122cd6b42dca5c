#include "cli/endurance.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "experiment/design.hpp"

namespace orchestrate {
namespace {

using std::chrono::milliseconds;

/// An option that reads a duration into `limit`, whose value before is the default that help tells.
void add_timeout(CLI::App& command, const std::string& name, milliseconds& limit, const std::string& what) {
  command
      .add_option_function<std::string>(
          name,
          [&limit, name](const std::string& text) {
            limit = std::chrono::duration_cast<milliseconds>(time_limit_from(text, name));
          },
          what)
      ->type_name("TIME")
      ->default_str(fmt::format("{}s", std::chrono::duration<double>(limit).count()));
}

}  // namespace

void add_engine_timeout(CLI::App& command, EngineLimits& limits) {
  add_timeout(command, "--engine-timeout", limits.answer, "For any answer of the engine");
}

void add_engine_timeouts(CLI::App& command, EngineLimits& limits) {
  add_engine_timeout(command, limits);
  add_timeout(command, "--removal-timeout", limits.removal, "For the engine to remove a round's containers");
}

void add_preparation_timeout(CLI::App& command, milliseconds& limit) {
  add_timeout(command, "--preparation-timeout", limit, "For the making of an image or a probe that is not there");
}

void add_endurance(CLI::App& command, Endurance& endurance) {
  command
      .add_option("--retries", endurance.retries,
                  "How many failed rounds of one condition are done again before it is given up")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  add_timeout(command, "--ready-timeout", endurance.patience.ready,
              "From a container's start to the first words of its probe, as 90s or 2min");
  add_timeout(command, "--answer-timeout", endurance.patience.answer,
              "For any answer of a probe, and for any turn, beyond what it is to measure");
  add_engine_timeouts(command, endurance.engine);
  add_preparation_timeout(command, endurance.preparation);
  command
      .add_option_function<std::string>(
          "--run-timeout",
          [&endurance](const std::string& text) { endurance.patience.run = time_limit_from(text, "--run-timeout"); },
          "For all measuring; then the run ends as by Ctrl-C, and can be resumed")
      ->type_name("TIME");
}

}  // namespace orchestrate
