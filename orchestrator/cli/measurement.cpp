#include "cli/measurement.hpp"

#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <set>

#include "analysis/stopping.hpp"
#include "cli/interruption.hpp"
#include "cli/leftovers.hpp"
#include "cli/places.hpp"
#include "cli/preparation.hpp"
#include "cli/progress.hpp"
#include "cli/run_folder.hpp"
#include "engine/docker.hpp"
#include "experiment/reader.hpp"
#include "factors/cpu_list.hpp"
#include "runner/environment.hpp"
#include "runner/runner.hpp"
#include "support/affinity.hpp"
#include "support/build.hpp"
#include "support/files.hpp"
#include "support/json.hpp"
#include "support/owner.hpp"
#include "support/text.hpp"
#include "support/time.hpp"
#include "support/token.hpp"

namespace orchestrate {
namespace {

namespace fs = std::filesystem;

/// The CPUs that a condition is pinned to.
std::vector<int> measured_cpus(const Plan& plan) {
  std::set<int> pinned;
  for (const PlannedCondition& condition : plan.conditions) {
    for (const Level& level : condition.levels) {
      if (level.factor != "cpus" || level.text == "unpinned") continue;
      const auto cpus = parse_cpu_list(level.resolved.at("cpus").get<std::string>());
      pinned.insert(cpus->begin(), cpus->end());
    }
  }
  return {pinned.begin(), pinned.end()};
}

/// Measures, with every fact both in the journal and in the ledger that is returned.
Ledger measure(const Plan& plan, const RunStarted& start, Engine& engine, const fs::path& folder, bool quiet) {
  Ledger ledger;
  FileJournal journal(folder / "journal.jsonl");
  Progress progress(plan, quiet);
  RunContext context{engine,
                     journal,
                     {start.run, this_owner()},
                     [&](const Fact& fact) { ledger.add(fact); },
                     [&](int round) {
                       auto reason = reason_to_stop(ledger, round);
                       progress.after_round(round, ledger, reason);
                       return reason;
                     },
                     interruption_wanted,
                     [&](int round, double share) { progress.within_round(round, share); },
                     {}};
  run_plan(plan, start, context);
  return ledger;
}

}  // namespace

void add_measurement_options(CLI::App& command, MeasurementOptions& options) {
  command.add_option("--rounds", options.rounds, "Exactly so many rounds, whatever the file says; 6 give an interval")
      ->check(CLI::Range(1, 1000));
  command.add_option("--results", options.results, "Where the run's folder is made")->capture_default_str();
  command.add_option("--engine", options.engine, "A docker-compatible client, by name or path")->capture_default_str();
  command.add_option("--seed", options.seed, "Of every random order")->capture_default_str();
  command.add_flag("--require-all", options.require_all,
                   "Measure nothing where a level cannot be had, instead of the rest");
  command.add_flag("--quiet,-q", options.quiet, "No progress on standard error");
}

Measurement measure_experiment(const MeasurementOptions& options) {
  const std::string text = read_file(options.file);
  Experiment experiment = parse_experiment(text, options.file);
  if (options.rounds > 0) experiment.design.rounds_min = experiment.design.rounds_max = options.rounds;
  const auto reference = reference_of(experiment);
  const auto engine = docker_engine(options.engine);
  Host host = this_host();
  ask_before_interrupting();
  prepare(experiment, *engine, workshop_of_scripts(options.engine, options.quiet), host);
  if (options.require_all) require_all_levels(experiment, host);
  ask_engine(*engine, experiment, host);
  const Plan plan = make_plan(experiment, reference, host, options.seed);
  refuse_false_levels(plan, host);
  const nlohmann::json environment = describe_environment(host);
  if (const int removed = remove_leftovers(*engine); removed > 0) {
    spdlog::info("removed {} of runs that no longer live", counted(static_cast<std::size_t>(removed), "container"));
  }
  const std::string stamp = utc_stamp();
  const fs::path folder = new_run_folder(options.results, plan.experiment, stamp);
  write_file(folder / "experiment.yaml", text);
  write_file(folder / "plan.json", to_document(to_json(plan)));
  write_file(folder / "environment.json", to_document(environment));
  const std::vector<int> measured = measured_cpus(plan);
  const KeptOff kept(measured);
  if (!measured.empty() && !kept.succeeded()) {
    spdlog::warn(
        "every CPU that this program may use is measured on, so it disturbs what it measures: expect wider "
        "intervals");
  }

  const RunStarted start{random_token(), build::version, stamp, plan, environment};
  try {
    measure(plan, start, *engine, folder, options.quiet);
  } catch (const EngineFailure&) {
    write_reports(folder);
    throw;
  }
  // Read back, so that what is reported is what the journal holds.
  return {write_reports(folder), folder};
}

}  // namespace orchestrate
