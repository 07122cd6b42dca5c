#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/places.hpp"
#include "cli/preparation.hpp"
#include "cli/verb.hpp"
#include "engine/docker.hpp"
#include "experiment/reader.hpp"
#include "plan/plan.hpp"
#include "runner/shared_turns.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

struct PlanOptions {
  std::string file;
  std::string engine = "docker";
  std::uint64_t seed = 1;
  bool json = false;
};

/// What is only known when a container starts stands in angle brackets.
std::vector<std::string> shown_arguments(const Engine& engine, const Design& design,
                                         const PlannedCondition& condition) {
  const bool shares_turns = design.hand_over != WantedHandOver::stdio;
  ContainerSpec spec = shares_turns ? with_turns(condition.spec, "<turns file>") : condition.spec;
  spec.command.insert(spec.command.end(), {"--token", "<token>"});
  return engine.run_arguments(spec, {"<run>", "<owner>"}, "<id file>");
}

void print_text(const Plan& plan, const Engine& engine) {
  std::cout << fmt::format("{}: {}\n", escaped(plan.experiment), escaped(plan.question));
  std::cout << fmt::format("{} in {}; {}; looks after {} rounds; seed {}\n",
                           counted(plan.conditions.size(), "condition"), counted(plan.groups.size(), "group"),
                           to_text(plan.design.interleave), fmt::join(plan.looks, ", "), plan.seed);
  for (std::size_t group = 0; group < plan.groups.size(); ++group) {
    for (std::size_t slot = 0; slot < plan.groups[group].slots(); ++slot) {
      const PlannedCondition& condition = plan.conditions[plan.groups[group].condition_of(slot)];
      std::cout << fmt::format("\ngroup {}, container {}: {}{}\n", group + 1, slot + 1,
                               escaped(to_text(condition.condition)),
                               plan.groups[group].is_twin(slot) ? " (twin of container 1)" : "");
      for (const std::string& argument : shown_arguments(engine, plan.design, condition)) {
        std::cout << "  " << escaped(argument) << "\n";
      }
    }
  }
}

void print_json(const Plan& plan, const Engine& engine) {
  nlohmann::ordered_json document = to_json(plan);
  for (std::size_t i = 0; i < plan.conditions.size(); ++i) {
    document["conditions"][i]["argv"] = shown_arguments(engine, plan.design, plan.conditions[i]);
  }
  std::cout << to_document(document);
}

void say_what_is_not_prepared(const Host& host, const std::string& file) {
  for (const auto& [level, probe] : host.probes) {
    if (!probe.build_id.empty()) continue;
    std::cerr << fmt::format("libc {} is not prepared yet; what makes its probe, or says why it cannot be had: {}\n",
                             level, shell_quoted({"orchestrate", "prepare", file}));
  }
}

ExitStatus show_plan(const PlanOptions& options) {
  const Experiment experiment = read_experiment(options.file);
  Host host = this_host();
  add_probes_that_are_there(experiment, host);
  const Plan plan = make_plan(experiment, reference_of(experiment), host, options.seed);
  say_what_is_not_prepared(host, options.file);
  const auto engine = docker_engine_for_planning(options.engine);
  options.json ? print_json(plan, *engine) : print_text(plan, *engine);
  return ExitStatus::success;
}

}  // namespace

Action add_plan(CLI::App& command) {
  auto options = std::make_shared<PlanOptions>();
  command.add_option("FILE", options->file, "The experiment file")->required();
  command.add_option("--seed", options->seed, "Of every random order")->capture_default_str();
  command.add_option("--engine", options->engine, "A docker-compatible client, by name or path")->capture_default_str();
  command.add_flag("--json", options->json, "The whole plan as JSON");
  return [options] { return show_plan(*options); };
}

}  // namespace orchestrate
