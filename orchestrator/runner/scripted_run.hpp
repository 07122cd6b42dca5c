#pragma once

// For tests only: a plan run to its end on a scripted engine, with its facts in memory.

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engine/scripted_engine.hpp"
#include "plan/sample_plan.hpp"
#include "runner/runner.hpp"

namespace orchestrate {

class MemoryJournal final : public Journal {
 public:
  void append(const Fact& fact) override { facts.push_back(fact); }
  void sync() override { ++syncs; }

  std::vector<Fact> facts;
  int syncs = 0;
};

/// An engine that swallows `--security-opt` and its value.
inline Script dropping_security_opt() {
  Script script;
  script.starts = [](ContainerSpec spec) {
    const auto found = std::find(spec.options.begin(), spec.options.end(), "--security-opt");
    if (found != spec.options.end()) spec.options.erase(found, found + 2);
    return spec;
  };
  return script;
}

/// A probe whose function_call makes a system call that nobody asked for.
inline Script misnaming_function_call() {
  Script script;
  script.answers = [](const nlohmann::json& command, std::string answer) {
    if (command.at("do") != "count" || command.at("operation") != "function_call") return answer;
    auto counted = nlohmann::json::parse(answer);
    counted["syscalls"] = {{"getpid", 1000}};
    return counted.dump();
  };
  return script;
}

/// The same, with every turn passed on by the engine's streams.
inline Plan by_stdio(Plan plan) {
  plan.design.hand_over = WantedHandOver::stdio;
  return plan;
}

struct ScriptedRun {
  ScriptedEngine engine;
  MemoryJournal journal;
  int rounds = 6;
  std::function<bool()> interrupted = [] { return false; };
  std::function<std::optional<NextLook>()> next_look = [] { return std::optional<NextLook>(); };
  Patience patience = {};
  int retries = 2;

  RunFinished run(const Plan& plan) {
    RunContext context = make_context();
    return run_plan(plan, {"run", "0", "2026-11-30T00-00-00Z", plan, nlohmann::json::object()}, context);
  }

  RunFinished resume(const Plan& plan, const Progressed& so_far) {
    RunContext context = make_context();
    return resume_plan(plan, {"0", "2026-11-30T00-00-01Z", nlohmann::json::object()}, so_far, context);
  }

  RunContext make_context() {
    return RunContext{engine,
                      journal,
                      {"run", "owner"},
                      [](const Fact&) {},
                      [this](int round) -> std::optional<std::string> {
                        if (round < rounds) return std::nullopt;
                        return "last look";
                      },
                      interrupted,
                      [](int, double) {},
                      patience,
                      next_look,
                      retries};
  }

  template <typename Kind>
  std::vector<Kind> all() const {
    std::vector<Kind> found;
    for (const Fact& fact : journal.facts) {
      if (const Kind* one = std::get_if<Kind>(&fact)) found.push_back(*one);
    }
    return found;
  }
};

}  // namespace orchestrate
