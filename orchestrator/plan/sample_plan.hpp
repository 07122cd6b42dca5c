#pragma once

// For tests only: a small experiment, and the host it is planned for.

#include <string>

#include "plan/plan.hpp"

namespace orchestrate {

inline Host scripted_host() {
  return {{0, 1},
          {"/usr/libexec/orchestrate/probe", "0", "b111", "5a", "glibc", "2.36"},
          {},
          nlohmann::json(),
          {{"debian:12-slim", {"sha256:scripted", "05"}}},
          {}};
}

/// The same without an unconfined container, which half of the sample experiment needs.
inline Host host_without_unconfined() {
  Host host = scripted_host();
  host.unavailable[{"seccomp", "unconfined"}] = "nobody may leave the filter";
  return host;
}

/// seccomp default against unconfined, pinned; getpid differs, function_call matches, one claim of each kind.
inline Experiment sample_experiment() {
  Experiment experiment;
  experiment.file = "sample.yaml";
  experiment.name = "sample";
  experiment.question = "What does the filter cost?";
  experiment.image = "debian:12-slim";
  experiment.factors = {{"seccomp", {"default", "unconfined"}}, {"cpus", {"pinned"}}};
  experiment.operations = {"empty_loop", "function_call", "getpid"};
  experiment.design.batches = 10;
  experiment.contrasts = {{"seccomp", "default", "unconfined", {"getpid"}, {}, Expect::differ},
                          {"seccomp", "default", "unconfined", {"function_call"}, {}, Expect::match}};
  const Condition filtered{{"seccomp", "default"}, {"cpus", "pinned"}};
  const Condition bare{{"seccomp", "unconfined"}, {"cpus", "pinned"}};
  Claim ratio;
  ratio.id = "function_calls";
  ratio.says = "A system call costs as much as 143 function calls.";
  ratio.expression = "getpid / function_call";
  ratio.operands = {{"getpid", {"getpid", filtered}}, {"function_call", {"function_call", filtered}}};
  ratio.article = 143;
  ratio.expect.low = 20;
  ratio.expect.text = "> 20";
  Claim filter;
  filter.id = "filter";
  filter.says = "The filter costs 19 ns.";
  filter.expression = "filtered - bare";
  filter.operands = {{"filtered", {"getpid", filtered}}, {"bare", {"getpid", bare}}};
  filter.unit = "ns";
  filter.article = 19.15;
  filter.expect.low = 0;
  filter.expect.text = "> 0";
  experiment.claims = {ratio, filter};
  return experiment;
}

inline Plan sample_plan(std::uint64_t seed = 1) {
  return make_plan(sample_experiment(), std::nullopt, scripted_host(), seed);
}

}  // namespace orchestrate
