#include "bench/synthetic_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <random>

#include "journal/line.hpp"
#include "plan/sample_plan.hpp"
#include "runner/scripted_run.hpp"

namespace orchestrate::bench {
namespace {

constexpr std::size_t slots = 3;
constexpr std::int64_t calls = 5000;

Plan synthetic_plan() {
  Plan plan = sample_plan();
  plan.design.batches = 10'000 / static_cast<int>(slots * plan.operations.size());
  plan.looks = {6, 9, 13, 19, 1000};
  return plan;
}

/// The facts of a whole run of one round on the scripted engine: what surrounds the turns is taken from it.
std::vector<Fact> scripted_facts(const Plan& plan) {
  Plan shorter = plan;
  shorter.design.batches = 10;
  ScriptedRun run{ScriptedEngine(), {}, 1, [] { return false; }};
  run.run(shorter);
  for (Fact& fact : run.journal.facts) {
    if (auto* started = std::get_if<RunStarted>(&fact)) started->plan = plan;
    if (auto* calibrated = std::get_if<Calibrated>(&fact)) calibrated->iterations = calls;
  }
  return run.journal.facts;
}

void renumber(Fact& fact, int round) {
  std::visit(
      [&](auto& f) {
        if constexpr (requires { f.place.round; }) f.place.round = round;
        if constexpr (requires { f.round; }) f.round = round;
      },
      fact);
}

/// Batches of somewhat more than 0.7 ms, and 2 ms from one to the next.
class Batches {
 public:
  Batch next(std::size_t slot) {
    now_ns_ += 2'000'000;
    const double ns = 140.0 * calls * (slot == 1 ? 1 : 1.2) * (1 + 0.01 * std::abs(noise_(random_)));
    return {slot, now_ns_, static_cast<std::int64_t>(ns), 0, 0, 0, 1, 1, {}};
  }

 private:
  std::mt19937_64 random_{1};
  std::normal_distribution<double> noise_;
  std::int64_t now_ns_ = 1'000'000'000'000;
};

void take_turns(const Plan& plan, int round, Batches& batches, const std::function<void(const Fact&)>& take) {
  for (int turn = 0; turn < plan.design.batches; ++turn) {
    for (const std::string& operation : plan.operations) {
      Turn fact{round, 0, turn, operation, {}};
      for (std::size_t slot = 0; slot < slots; ++slot) fact.batches.push_back(batches.next(slot));
      take(fact);
    }
  }
}

/// Rounds until `enough` says so, asked before each.
void rounds_until(const std::function<bool(std::size_t batches)>& enough,
                  const std::function<void(const Fact&)>& take) {
  const Plan plan = synthetic_plan();
  std::vector<Fact> facts = scripted_facts(plan);
  const auto once = [](const Fact& fact) {
    return std::holds_alternative<RunStarted>(fact) || std::holds_alternative<Calibrated>(fact) ||
           std::holds_alternative<SystemCallsCounted>(fact) || std::holds_alternative<FilterResolved>(fact);
  };
  Batches batches;
  std::size_t taken = 0;
  for (int round = 1; !enough(taken); ++round) {
    bool turns_are_due = true;
    for (Fact fact : facts) {
      if (std::holds_alternative<RunFinished>(fact) || (round > 1 && once(fact))) continue;
      if (!std::holds_alternative<Turn>(fact)) {
        renumber(fact, round);
        take(fact);
      } else if (std::exchange(turns_are_due, false)) {
        take_turns(plan, round, batches, take);
        taken += static_cast<std::size_t>(plan.design.batches) * plan.operations.size() * slots;
      }
    }
  }
  take(RunFinished{"last look", 0, 0, 0});
}

}  // namespace

Host synthetic_host() {
  return scripted_host();
}

Experiment experiment_of(std::size_t conditions) {
  Experiment experiment = sample_experiment();
  experiment.claims.clear();
  experiment.contrasts.clear();
  experiment.factors.clear();
  std::size_t left = conditions;
  for (char name = 'A'; left > 1; ++name) {
    FactorLevels factor{std::string("env.") + name, {}, {}};
    const std::size_t levels = std::min<std::size_t>(left, 10);
    for (std::size_t level = 0; level < levels; ++level) factor.levels.push_back(std::to_string(level));
    left = (left + levels - 1) / levels;
    experiment.factors.push_back(std::move(factor));
  }
  return experiment;
}

std::string experiment_text(std::size_t claims) {
  std::string text =
      "experiment: bench\n"
      "question: How long does reading take?\n"
      "container: {image: \"debian:12-slim\"}\n"
      "factors: {seccomp: [default, unconfined], cpus: [pinned]}\n"
      "operations: [function_call, getpid]\n"
      "claims:\n";
  for (std::size_t i = 0; i < claims; ++i) {
    text += fmt::format(
        "  - {{id: c{}, says: A call costs much., value: getpid / function_call, at: {{seccomp: default}}, expect: \"> "
        "20\"}}\n",
        i);
  }
  return text;
}

void synthetic_run(std::size_t batches, const std::function<void(const Fact&)>& take) {
  rounds_until([&](std::size_t taken) { return taken >= batches; }, take);
}

void write_journal(const std::filesystem::path& path, std::size_t bytes) {
  std::ofstream file(path);
  std::size_t written = 0;
  std::uint64_t lines = 0;
  rounds_until([&](std::size_t) { return written >= bytes; },
               [&](const Fact& fact) {
                 const std::string line = line_of(fact, ++lines) + "\n";
                 written += line.size();
                 file << line;
               });
}

}  // namespace orchestrate::bench
