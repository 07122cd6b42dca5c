// Which estimator of a round's batches tells what the undisturbed process costs on this machine? Measures what a filter
// adds to an operation in lockstep, with short, middling and long batches, and each condition alone; prints Markdown.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <numeric>

#include "analysis/order_statistics.hpp"
#include "bench/half_sample_mode.hpp"
#include "cli/places.hpp"
#include "engine/docker.hpp"
#include "plan/plan.hpp"
#include "runner/environment.hpp"
#include "selftest/trial.hpp"
#include "support/files.hpp"
#include "support/owner.hpp"
#include "support/token.hpp"
#include "witness/message.hpp"

namespace orchestrate::bench {
namespace {

using namespace std::chrono_literals;

struct Options {
  std::string engine = "docker";
  std::string image = "debian:12-slim";
  std::string operation = "getpid";
  int sets = 14;
};

struct Estimating {
  const char* name;
  double (*of)(std::vector<double> batches);
};

constexpr std::array estimators{
    Estimating{"median", median},
    Estimating{"floor (10th percentile)", floor_of},
    Estimating{"minimum",
               [](std::vector<double> batches) { return *std::min_element(batches.begin(), batches.end()); }},
    Estimating{"half-sample mode", half_sample_mode},
};

/// Aimed-at length of a batch, and how many a container takes in a round.
struct Row {
  std::chrono::nanoseconds batch;
  int turns;
};

constexpr std::array rows{Row{70us, 1500}, Row{280us, 400}, Row{700us, 160}};

Plan plan_for(const Options& options, const Row& row, const Host& host) {
  Experiment experiment;
  experiment.file = "estimators.yaml";
  experiment.name = "estimators";
  experiment.image = options.image;
  experiment.factors = {{"seccomp", {"default", "unconfined"}, {}}, {"cpus", {"pinned"}, {}}};
  experiment.operations = {options.operation};
  experiment.design.batch = row.batch;
  experiment.design.batches = row.turns;
  experiment.design.rounds_min = experiment.design.rounds_max = options.sets;
  experiment.contrasts = {{"seccomp", "default", "unconfined", {options.operation}, {}, Expect::differ}};
  return make_plan(experiment, std::nullopt, host, 1);
}

/// The batches of each round.
std::vector<std::vector<double>> by_round(const Series& series) {
  const std::size_t rounds = series.floors.size();
  const std::size_t length = rounds == 0 ? 0 : series.batches.size() / rounds;
  std::vector<std::vector<double>> all;
  for (std::size_t round = 0; round < rounds; ++round) {
    const auto from = series.batches.begin() + static_cast<std::ptrdiff_t>(round * length);
    all.emplace_back(from, from + static_cast<std::ptrdiff_t>(length));
  }
  return all;
}

/// default − unconfined, of each of the two default containers of every set.
std::vector<double> round_differences(const Ledger& ledger, const Options& options, const Estimating& estimator) {
  const auto of = [&](std::size_t slot) { return by_round(ledger.series(0, slot, options.operation)); };
  const auto bare = of(1);
  std::vector<double> result;
  for (const std::size_t slot : {0U, 2U}) {
    const auto filtered = of(slot);
    for (std::size_t set = 0; set < filtered.size(); ++set) {
      result.push_back(estimator.of(filtered[set]) - estimator.of(bare[set]));
    }
  }
  return result;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double deviation(const std::vector<double>& values) {
  double squares = 0;
  for (const double value : values) squares += (value - mean(values)) * (value - mean(values));
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

/// One container that measures alone, batch after batch, nothing between them but a word on a pipe: the floor of its
/// batches in ns a call.
double alone(Engine& engine, const ContainerSpec& spec, const std::string& operation) {
  constexpr int batches = 500;
  constexpr std::int64_t batch_ns = 1'000'000;
  const Ownership ownership{random_token(), this_owner()};
  const auto container = engine.start(spec, ownership);
  const auto ask = [&](const std::string& command) {
    container->send(command, within(30s));
    return container->receive(within(30s));
  };
  read_ready(container->receive(within(60s)));
  const std::int64_t calls = read_calibrated(ask(calibrate_command(operation, batch_ns)), operation);
  std::vector<double> ns;
  for (int batch = 0; batch < batches; ++batch) {
    const Measured measured = read_measured(ask(measure_command(operation, calls)), operation, calls);
    ns.push_back(static_cast<double>(measured.elapsed_ns) / static_cast<double>(calls));
  }
  container->send(quit_command(), within(10s));
  container->finish(within(10s));
  engine.remove({container->id()});
  return floor_of(ns);
}

struct Alone {
  double filtered = 0;
  double bare = 0;
  double difference = 0;
};

/// Each condition alone in fresh containers, one after the other; the median of their floors.
Alone measure_alone(Engine& engine, const Plan& plan, const Options& options) {
  std::vector<double> filtered;
  std::vector<double> bare;
  for (int set = 0; set < options.sets; ++set) {
    filtered.push_back(alone(engine, plan.conditions[0].spec, options.operation));
    bare.push_back(alone(engine, plan.conditions[1].spec, options.operation));
  }
  return {median(filtered), median(bare), median(filtered) - median(bare)};
}

void print_row(const Row& row, std::int64_t calls, const Estimating& estimator, const std::vector<double>& values,
               const Alone& alone, double& farthest) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const double off = mean(values) / alone.difference - 1;
  farthest = std::max(farthest, std::abs(off));
  std::cout << fmt::format("| {} calls, {} turns | {} | {:.2f} | {:.2f} | {:.2f} to {:.2f} | {:+.1f} % |\n", calls,
                           row.turns, estimator.name, mean(values), deviation(values), *least, *most, 100 * off)
            << std::flush;
}

void run_estimators(const Options& options) {
  const auto engine = docker_engine(options.engine);
  Experiment asked;
  asked.image = options.image;
  Host host = this_host();
  ask_engine(*engine, asked, host);

  const Alone alone = measure_alone(*engine, plan_for(options, rows.front(), host), options);
  std::cout << fmt::format(
      "{} alone in a container, floor of its batches: {:.2f} ns with the default filter, {:.2f} ns unconfined; the "
      "filter "
      "costs {:.2f} ns.\n\nThe same in lockstep, {} sets of fresh containers:\n\n"
      "| batch | estimator of a set | mean ns | standard deviation | range | off the process alone |\n"
      "| --- | --- | --- | --- | --- | --- |\n",
      options.operation, alone.filtered, alone.bare, alone.difference, options.sets);
  std::array<double, estimators.size()> farthest{};
  for (const Row& row : rows) {
    const Plan plan = plan_for(options, row, host);
    const Trial trial = run_trial(plan, *engine, host, options.sets);
    if (!trial.failure.empty()) throw EngineFailure(trial.failure);
    for (std::size_t i = 0; i < estimators.size(); ++i) {
      print_row(row, trial.ledger.iterations().at(options.operation), estimators[i],
                round_differences(trial.ledger, options, estimators[i]), alone, farthest[i]);
    }
  }
  std::cout << "\n";
  for (std::size_t i = 0; i < estimators.size(); ++i) {
    std::cout << fmt::format("- {}: {} the process alone, {:.1f} % off at most\n", estimators[i].name,
                             farthest[i] <= 0.05 ? "agrees with" : "does not agree with", 100 * farthest[i]);
  }
}

}  // namespace
}  // namespace orchestrate::bench

int main(int argc, char** argv) {
  CLI::App app{"Says which estimator of batches agrees with the undisturbed process on this machine"};
  orchestrate::bench::Options options;
  app.add_option("--engine", options.engine, "A docker-compatible client, by name or path")->capture_default_str();
  app.add_option("--image", options.image, "In which the probe runs")->capture_default_str();
  app.add_option("--operation", options.operation, "What is measured")->capture_default_str();
  app.add_option("--sets", options.sets, "Rounds of fresh containers for each row")
      ->check(CLI::Range(2, 1000))
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  try {
    orchestrate::bench::run_estimators(options);
  } catch (const orchestrate::Failure& failure) {
    std::cerr << failure.what() << "\n";
    return static_cast<int>(failure.status());
  }
  return 0;
}
