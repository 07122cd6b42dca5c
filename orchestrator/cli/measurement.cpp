#include "cli/measurement.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <iterator>
#include <set>
#include <variant>

#include "analysis/stopping.hpp"
#include "cli/leftovers.hpp"
#include "cli/living_runs.hpp"
#include "cli/log.hpp"
#include "cli/places.hpp"
#include "cli/preparation.hpp"
#include "cli/progress.hpp"
#include "cli/run_folder.hpp"
#include "cli/secret_values.hpp"
#include "experiment/design.hpp"
#include "experiment/reader.hpp"
#include "experiment/secrets.hpp"
#include "factors/cpu_list.hpp"
#include "runner/environment.hpp"
#include "runner/runner.hpp"
#include "support/affinity.hpp"
#include "support/build.hpp"
#include "support/files.hpp"
#include "support/interruption.hpp"
#include "support/json.hpp"
#include "support/owner.hpp"
#include "support/text.hpp"
#include "support/time.hpp"
#include "support/token.hpp"

namespace orchestrate {
namespace {

namespace fs = std::filesystem;

/// A run that waits for others is woken when one ends; this often it looks anyhow, since not every user's end is heard.
constexpr std::chrono::seconds between_looks_at_others{5};

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

/// A run as long as it lasts: its journal, and the ledger of the same facts, which keeps rounds only.
struct Record {
  FileJournal& journal;
  Ledger& ledger;

  void add(const Fact& fact) {
    journal.append(fact);
    ledger.add(fact);
  }
};

/// Writes down which other runs measure at the moment, each once.
void note_others(const LivingRuns& runs, Record& record) {
  for (const std::string& other : runs.others()) {
    if (record.ledger.other_runs().contains(other)) continue;
    spdlog::warn("another run measures on this machine at the same time, and the two disturb each other: {}",
                 escaped(other));
    record.add(OtherRunSeen{other});
  }
}

bool nothing_is_measured_at(const Fact& fact) {
  return std::holds_alternative<RunStarted>(fact) || std::holds_alternative<RunResumed>(fact) ||
         std::holds_alternative<RoundFinished>(fact);
}

/// What is known when the first container is about to start.
struct Setting {
  const Plan& plan;
  Engine& engine;
  const LivingRuns& runs;
  std::string run;  ///< the label of its containers
  bool quiet = false;
  Endurance endurance = {};
};

/// Measures, with every fact both in the journal and in the ledger; `go` starts a run or goes on with one.
void measure(const Setting& setting, Record record, const std::function<void(RunContext&)>& go) {
  const auto& complete = record.ledger.rounds();
  Progress progress(setting.plan, setting.quiet, complete.empty() ? 0 : complete.back().round);
  RunContext context{setting.engine,
                     record.journal,
                     {setting.run, this_owner()},
                     [&](const Fact& fact) {
                       record.ledger.add(fact);
                       if (nothing_is_measured_at(fact)) note_others(setting.runs, record);
                     },
                     [&](int round) {
                       auto reason = reason_to_stop(record.ledger, round);
                       progress.after_round(round, record.ledger, reason);
                       return reason;
                     },
                     interruption_wanted,
                     [&](int round, double share) { progress.within_round(round, share); },
                     setting.endurance.patience,
                     [&] {
                       progress.at_look(record.ledger);
                       return next_look(record.ledger);
                     },
                     setting.endurance.retries};
  go(context);
}

/// Enters this run among the living ones, after the others where it is to be alone.
void enter(LivingRuns& runs, const Plan& plan, const std::optional<bool>& exclusive) {
  const std::string about = fmt::format("process {}, {}", ::getpid(), plan.experiment);
  if (!exclusive.value_or(!measured_cpus(plan).empty())) {
    runs.enter(about);
    return;
  }
  std::vector<std::string> told;
  const auto wait = [&](const std::vector<std::string>& others, const FileDescriptor& ended) {
    if (others != told) {
      spdlog::warn(
          "waiting until no other run measures on this machine, since both would disturb each other: {}. Ctrl-C gives "
          "up; --no-exclusive measures at once, with a warning in both summaries.",
          escaped(joined(others)));
      told = others;
    }
    sleep_until_readable(ended, between_looks_at_others);
    return !interruption_wanted();
  };
  if (!runs.enter_alone(about, wait)) {
    throw Failure(ExitStatus::interrupted, "Interrupted while waiting for another run; nothing was measured.");
  }
}

void keep_off_and_clean_up(Engine& engine, const Plan& plan, const KeptOff& kept) {
  if (const int removed = remove_leftovers(engine); removed > 0) {
    spdlog::info("removed {} of runs that no longer live", counted(static_cast<std::size_t>(removed), "container"));
  }
  if (!measured_cpus(plan).empty() && !kept.succeeded()) {
    spdlog::warn(
        "every CPU that this program may use is measured on, so it disturbs what it measures: expect wider "
        "intervals");
  }
}

void warn_of_little_space(const fs::path& folder, const Plan& plan) {
  if (const auto warning = check_free_space(folder, plan)) spdlog::warn("{}", *warning);
}

void say_how_to_resume(const fs::path& folder) {
  spdlog::info("what is complete is kept; to go on: {}", shell_quoted({"orchestrate", "resume", folder.string()}));
}

/// Whether a run that ended can be resumed.
bool may_go_on(const RunFinished& finished) {
  return finished.reason == "interrupted" || finished.reason == "time limit" || finished.reason == "failed";
}

/// Measures and writes the reports, those of what there is where it fails.
Measurement measured_and_reported(const fs::path& folder, const std::function<void()>& measure_all) {
  try {
    measure_all();
  } catch (const EnvironmentFailure&) {
    try {
      write_reports(folder);
      say_how_to_resume(folder);
    } catch (const Failure& failure) {
      // On a full disk there is no room for reports either; the failure that came first is the one to tell.
      spdlog::warn("the reports could not be written: {}", failure.what());
    }
    throw;
  }
  // Read back, so that what is reported is what the journal holds.
  Measurement measurement{write_reports(folder), folder};
  if (may_go_on(measurement.summary.finished)) say_how_to_resume(folder);
  return measurement;
}

/// This machine, its engine, and what a run began with, as they are now.
Host host_of_run(const RunStarted& start, Engine& engine) {
  Host host = this_host();
  std::set<std::string> images;
  for (const auto& [name, id] : start.environment.at("images").items()) images.insert(name);
  ask_engine(engine, images, host);
  const nlohmann::json probes = start.environment.value("probes", nlohmann::json::object());
  for (const auto& [level, known] : probes.items()) {
    const fs::path path = known.at("path").get<std::string>();
    // One that is missing is a change that is told with the others.
    if (fs::is_regular_file(path)) host.probes[level] = identity_of(path);
  }
  return host;
}

/// What a run began on and is no longer so, in words; escaped.
std::vector<std::string> changes_since(const RunStarted& start, const nlohmann::json& environment) {
  std::vector<std::string> changed = changes(start.environment, environment);
  if (start.version != build::version) {
    changed.push_back(fmt::format("orchestrate was {}, is {}", escaped(start.version), build::version));
  }
  return changed;
}

[[noreturn]] void refuse_to_resume(const std::vector<std::string>& changed, const fs::path& folder) {
  throw EnvironmentFailure(fmt::format(
      "{}: what this run began on has changed, and rounds before and after would be different measurements "
      "under one name:\n  {}\nSet it back and resume again, or measure anew as a second block: orchestrate resume DIR "
      "--accept-changes --experiment FILE. The complete rounds are kept: orchestrate report shows them.",
      escaped(folder.string()), joined(changed, "\n  ")));
}

/// How far a run came. Throws UsageFailure where nothing is left to do.
Progressed progress_of(const Ledger& ledger, const fs::path& folder) {
  if (!ledger.started()) {
    throw UsageFailure(
        fmt::format("{}: this run ended before it began, so there is nothing to go on with. Run the "
                    "experiment anew.",
                    escaped(folder.string())));
  }
  if (ledger.finished() && !may_go_on(*ledger.finished())) {
    throw UsageFailure(fmt::format("{}: this run is complete (stopped by: {}). orchestrate report shows it again.",
                                   escaped(folder.string()), escaped(ledger.finished()->reason)));
  }
  const Plan& plan = ledger.started()->plan;
  Progressed so_far;
  if (ledger.iterations().size() == plan.operations.size()) so_far.iterations = ledger.iterations();
  for (const auto& [group, chosen] : ledger.hand_overs()) so_far.ways[group] = chosen.way;
  for (std::size_t group = 0; group < plan.groups.size(); ++group) {
    so_far.complete_rounds.push_back(ledger.complete_rounds(group));
  }
  so_far.absences = ledger.absences();
  // What ended the run was no condition's fault.
  std::copy_if(ledger.problems().begin(), ledger.problems().end(), std::back_inserter(so_far.failed_rounds),
               [](const RoundFailed& one) { return !one.kind.empty() && one.kind != word_of(Fault::engine_gone); });
  for (const RoundFinished& round : ledger.rounds()) {
    so_far.spent_ns += wall_ns(round);
    so_far.longest_round_ns = std::max(so_far.longest_round_ns, wall_ns(round));
  }
  return so_far;
}

void set_time_budget(const std::string& text, Design& design) {
  if (design.interleave == Interleave::sequential) {
    throw UsageFailure(
        "--time-budget: the experiment says interleave: sequential, which ends one condition before the next begins "
        "and "
        "so needs its number of rounds beforehand. Give --rounds instead, or leave out the interleave.");
  }
  design.time_budget = time_budget_from(text);
}

/// Measures what was read from a file whose text is `text`, in a folder of its own.
Measurement measure_anew(const MeasurementOptions& options, const std::string& text, const ExperimentWithSecrets& read,
                         const std::optional<EarlierBlock>& continues) {
  const Experiment& experiment = read.experiment;
  const auto reference = reference_of(experiment);
  const auto engine = masking_engine(options.engine, read.secrets, options.endurance.engine);
  Host host = this_host();
  test_results_folder(options.results, experiment.name);
  ask_before_interrupting();
  prepare(experiment, *engine, workshop_of_scripts(options.engine, options.quiet, options.endurance.preparation), host);
  if (options.require_all) require_all_levels(experiment, host);
  ask_engine(*engine, experiment, host);
  const Plan plan = make_plan(experiment, reference, host, options.seed);
  refuse_false_levels(plan, host);
  LivingRuns runs;
  enter(runs, plan, options.exclusive);
  const nlohmann::json environment = describe_environment(host);
  const KeptOff kept(measured_cpus(plan));
  keep_off_and_clean_up(*engine, plan, kept);
  const std::string stamp = utc_stamp();
  warn_of_little_space(fs::path(options.results) / plan.experiment, plan);
  const fs::path folder = new_run_folder(options.results, plan.experiment, stamp);
  write_file(folder / "experiment.yaml", read.secrets.empty() ? text : in_place_of_secrets(read.secrets));
  write_file(folder / "plan.json", to_document(to_json(plan)));
  write_file(folder / "environment.json", to_document(environment));

  const RunStarted start{random_token(), build::version, stamp, plan, environment, continues};
  FileJournal journal(folder / "journal.jsonl");
  Ledger ledger(Keep::rounds);
  return measured_and_reported(folder, [&] {
    measure({plan, *engine, runs, start.run, options.quiet, options.endurance}, {journal, ledger},
            [&](RunContext& context) { run_plan(plan, start, context); });
  });
}

/// A run that cannot go on as it is, and what has changed since it began.
struct Changed {
  RunStarted start;
  std::vector<std::string> what;
};

/// Goes on with a run, unless what it began on has changed: then nothing is measured.
std::variant<Measurement, Changed> gone_on(const ResumptionOptions& options, const fs::path& folder) {
  Ledger ledger(Keep::rounds);
  FileJournal journal(folder / "journal.jsonl", [&](const Fact& fact) { ledger.add(fact); });
  const Progressed so_far = progress_of(ledger, folder);
  const RunStarted start = *ledger.started();
  const std::string began_with = text_at(start.environment, "/engine/program").value_or("docker");
  const auto engine = masking_engine(options.engine.empty() ? began_with : options.engine,
                                     secrets_of(start.plan, options.experiment, folder), options.endurance.engine);
  ask_before_interrupting();
  const Host host = host_of_run(start, *engine);
  LivingRuns runs;
  enter(runs, start.plan, options.exclusive);
  const nlohmann::json environment = describe_environment(host);
  if (std::vector<std::string> changed = changes_since(start, environment); !changed.empty()) {
    return Changed{start, std::move(changed)};
  }
  const KeptOff kept(measured_cpus(start.plan));
  keep_off_and_clean_up(*engine, start.plan, kept);
  warn_of_little_space(folder, start.plan);
  return measured_and_reported(folder, [&] {
    measure({start.plan, *engine, runs, start.run, options.quiet, options.endurance}, {journal, ledger},
            [&](RunContext& context) {
              resume_plan(start.plan, RunResumed{build::version, utc_stamp(), environment}, so_far, context);
            });
  });
}

/// The experiment of a run once more, on what there is now, with the run's seed and design.
Measurement measure_next_block(const ResumptionOptions& options, const Changed& changed, const fs::path& folder) {
  const std::string text = read_experiment_text(options.experiment);
  ExperimentWithSecrets read = parse_with_secrets(text, options.experiment);
  const Plan& plan = changed.start.plan;
  if (read.experiment.name != plan.experiment) {
    throw UsageFailure(fmt::format("{}: is the experiment {}, and {} is a run of {}. Give that one's file.",
                                   escaped(options.experiment), escaped(read.experiment.name), escaped(folder.string()),
                                   escaped(plan.experiment)));
  }
  read.experiment.design = plan.design;
  MeasurementOptions block;
  block.file = options.experiment;
  block.results = folder.parent_path().parent_path().string();
  block.engine = options.engine.empty() ? text_at(changed.start.environment, "/engine/program").value_or("docker")
                                        : options.engine;
  block.seed = plan.seed;
  block.quiet = options.quiet;
  block.exclusive = options.exclusive;
  block.endurance = options.endurance;
  spdlog::warn("{} have changed since {} began. It stays as it is, and another block begins, a run of its own:\n  {}",
               counted(changed.what.size(), "thing"), escaped(folder.string()), joined(changed.what, "\n  "));
  return measure_anew(block, text, read, EarlierBlock{folder.string(), changed.what});
}

}  // namespace

void add_manners(CLI::App& command, bool& quiet, std::optional<bool>& exclusive) {
  add_quiet_option(command, quiet, "No progress, and of the messages warnings and errors only");
  add_log_options(command);
  // Each flag counts up or down; where neither is given nothing is called, and the default stays.
  command.add_flag_function(
      "--exclusive,!--no-exclusive", [&exclusive](std::int64_t count) { exclusive = count > 0; },
      "Wait until no other run measures on this machine; the default where a condition is pinned to CPUs");
}

void add_measurement_options(CLI::App& command, MeasurementOptions& options) {
  command.add_option("--rounds", options.rounds, "Exactly so many rounds, whatever the file says; 6 give an interval")
      ->check(CLI::Range(1, 1000));
  command.add_option("--results", options.results, "Where the run's folder is made")->capture_default_str();
  command.add_option("--engine", options.engine, "A docker-compatible client, by name or path")->capture_default_str();
  command.add_option("--seed", options.seed, "Of every random order")->capture_default_str();
  command.add_flag("--require-all", options.require_all,
                   "Measure nothing where a level cannot be had, instead of the rest");
  add_manners(command, options.quiet, options.exclusive);
  add_endurance(command, options.endurance);
}

Measurement measure_experiment(const MeasurementOptions& options) {
  const std::string text = read_experiment_text(options.file);
  ExperimentWithSecrets read = parse_with_secrets(text, options.file);
  if (options.rounds > 0) read.experiment.design.rounds_min = read.experiment.design.rounds_max = options.rounds;
  if (!options.time_budget.empty()) set_time_budget(options.time_budget, read.experiment.design);
  return measure_anew(options, text, read, std::nullopt);
}

Measurement resume_measurement(const ResumptionOptions& options) {
  std::error_code error;
  const fs::path folder = fs::canonical(options.folder, error);
  if (error) throw UsageFailure(fmt::format("{}: {}", escaped(options.folder), error.message()));
  const auto result = gone_on(options, folder);
  if (const auto* measurement = std::get_if<Measurement>(&result)) return *measurement;
  const Changed& changed = std::get<Changed>(result);
  if (!options.accept_changes) refuse_to_resume(changed.what, folder);
  return measure_next_block(options, changed, folder);
}

}  // namespace orchestrate
