#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/runs.hpp"
#include "cli/terminal.hpp"
#include "cli/verb.hpp"

namespace orchestrate {

Action add_list(CLI::App& command) {
  auto results = std::make_shared<std::string>("results");
  command.add_option("--results", *results, "The folder in which runs are")->capture_default_str();
  return [results] {
    const auto runs = runs_in(*results);
    std::cout << (runs.empty() ? "no run yet\n" : to_text(table_of_runs(runs), paper_of_output()));
    return ExitStatus::success;
  };
}

}  // namespace orchestrate
