#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/endurance.hpp"
#include "cli/log.hpp"
#include "cli/places.hpp"
#include "cli/terminal.hpp"
#include "cli/verb.hpp"
#include "engine/docker.hpp"
#include "report/table.hpp"
#include "runner/environment.hpp"
#include "selftest/numbers_alone.hpp"
#include "selftest/props.hpp"
#include "selftest/trial.hpp"
#include "support/affinity.hpp"
#include "support/interruption.hpp"
#include "support/process.hpp"
#include "support/text.hpp"
#include "support/time.hpp"

namespace orchestrate {
namespace {

struct SelftestOptions {
  std::string engine = "docker";
  std::string image = "debian:12-slim";
  int rounds = 13;  ///< of each run of "numbers alone"
  bool quiet = false;
  EngineLimits limits;
};

/// One run of the catalogue, as a row of the table.
struct Row {
  std::string what;
  std::string naive;
  std::vector<std::string> caught_by;
};

Row row_of_case(const Case& one, Engine& engine, const Host& host) {
  const Plan plan = make_plan(one.experiment, std::nullopt, host, 1);
  Saboteur saboteur(engine, one.sabotage);
  const Trial trial = run_trial(plan, saboteur, host, 1);
  return {one.what, naive_conclusion(trial), caught_by(trial)};
}

std::vector<Row> rows_of(const std::vector<Case>& cases, Engine& engine, const Host& host, bool quiet) {
  std::vector<Row> rows;
  for (const Case& one : cases) {
    if (!quiet) std::cerr << fmt::format("{:2}/{} {}\n", rows.size() + 1, cases.size(), one.what);
    rows.push_back(row_of_case(one, engine, host));
  }
  return rows;
}

std::string table_of_cases(const std::vector<Row>& rows, bool caught_is_good, const Paper& paper) {
  Table table{{Align::right, Align::left, Align::left, Align::left, Align::left},
              {{"", ""}, {"what was done", dim}, {"without evidence", dim}, {"seen by", dim}, {"", ""}},
              {}};
  for (const Row& row : rows) {
    const bool caught = !row.caught_by.empty();
    const std::string verdict = caught_is_good ? (caught ? "caught" : "MISSED") : (caught ? "CRIED WOLF" : "clean");
    table.rows.push_back({{std::to_string(table.rows.size() + 1), ""},
                          {row.what, ""},
                          {row.naive, ""},
                          {joined(row.caught_by), ""},
                          {verdict, caught == caught_is_good ? green : red}});
  }
  return to_text(table, paper);
}

std::ptrdiff_t caught(const std::vector<Row>& rows) {
  return std::count_if(rows.begin(), rows.end(), [](const Row& row) { return !row.caught_by.empty(); });
}

std::string tally_text(const char* pairs, const Tally& tally) {
  return fmt::format("  {}: {} matches, {} differs, {} unresolved\n", pairs, tally.matches, tally.differs,
                     tally.unresolved);
}

ExitStatus selftest(const SelftestOptions& options) {
  const std::int64_t began = monotonic_ns();
  const auto engine = docker_engine(options.engine, options.limits);
  // What fails loudly is a row of the table; its words would only stand between them.
  spdlog::set_level(spdlog::level::err);
  Host host = this_host();
  if (host.cpus.size() < 2) {
    throw EnvironmentFailure("The selftest needs two CPUs: some sabotages move a container from one to the other.");
  }
  ask_before_interrupting();
  const PropRoom room(find_program(options.engine), options.image, host);
  ask_engine(*engine, short_experiment(room.props(), {{"seccomp", {"default", "unconfined"}, {}}}), host);
  const KeptOff kept({host.cpus.back()});

  const auto sabotaged = rows_of(sabotages(room.props(), host), *engine, host, options.quiet);
  const auto honest = rows_of(honest_runs(room.props()), *engine, host, options.quiet);
  const Paper paper = paper_of_output();
  std::cout << "\nsabotages\n" << table_of_cases(sabotaged, true, paper);
  std::cout << "\nhonest runs\n" << table_of_cases(honest, false, paper);
  const auto missed = std::ssize(sabotaged) - caught(sabotaged);
  const auto wolves = caught(honest);
  std::cout << fmt::format("\n{} of {} caught, {} of {} honest runs clean\n", caught(sabotaged), sabotaged.size(),
                           std::ssize(honest) - wolves, honest.size());

  const NumbersAlone numbers = judge_numbers_alone(*engine, room.props(), host, options.rounds);
  std::cout << fmt::format("\nnumbers alone, with all evidence ignored ({} rounds, pinned)\n", options.rounds)
            << tally_text("20 pairs whose flag was swallowed", numbers.swallowed)
            << tally_text("20 pairs whose flag arrived", numbers.real);
  std::cout << fmt::format("\n{:.0f} s\n", static_cast<double>(monotonic_ns() - began) * 1e-9);
  return missed + wolves == 0 ? ExitStatus::success : ExitStatus::expectation_failed;
}

}  // namespace

Action add_selftest(CLI::App& command) {
  auto options = std::make_shared<SelftestOptions>();
  command.add_option("--engine", options->engine, "A docker-compatible client, by name or path")->capture_default_str();
  command.add_option("--image", options->image, "The image to measure in")->capture_default_str();
  command.add_option("--rounds", options->rounds, "Of each of the two runs that are judged by their numbers alone")
      ->check(CLI::Range(6, 100))
      ->capture_default_str();
  add_quiet_option(command, options->quiet, "No progress, and of the messages warnings and errors only");
  add_log_options(command);
  add_engine_timeouts(command, options->limits);
  return [options] { return selftest(*options); };
}

}  // namespace orchestrate
