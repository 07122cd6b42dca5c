#include "e2e/misbehaviour.hpp"

#include <fmt/format.h>

namespace orchestrate {

namespace fs = std::filesystem;

std::vector<ProbeFault> probe_faults() {
  return {{"not JSON", "not JSON", true},
          {"endless line", "endless line", false},
          {"out of turn", "out of turn", false},
          {"wrong operation", "wrong operation", false},
          {"clock backwards", "clock went backwards", true},
          {"zero time", "absurd time", true},
          {"absurd time", "absurd time", false},
          {"silence", "no answer in time", false},
          {"exit 3", "probe ended", false},
          {"SIGSEGV", "signal", true},
          {"eat memory", "out of memory", true}};
}

std::string program_with_misbehaving_probe(const fs::path& folder) {
  fs::create_directories(folder / "bin");
  fs::create_directories(folder / "libexec/orchestrate");
  fs::copy_file(ORCHESTRATE_PROGRAM, folder / "bin/orchestrate");
  fs::copy_file(ORCHESTRATE_MISBEHAVING_PROBE, folder / "libexec/orchestrate/probe");
  return (folder / "bin/orchestrate").string();
}

std::string misbehaving_experiment(const std::string& fault, const std::string& hand_over) {
  return fmt::format(R"(experiment: misbehaving
question: Is one that misbehaves told from the others?
container: {{image: debian:12-slim}}
factors:
  env: {{MISBEHAVE: [none, honest, {}]}}
  memory: [64m]
operations: [empty_loop, getpid]
design: {{batch: 1ms, batches: 20, rounds: {{min: 2, max: 2}}, hand_over: {}}}
contrasts:
  - {{factor: env.MISBEHAVE, operations: [getpid], expect: match}}
)",
                     fault, hand_over);
}

std::vector<ClientFault> client_faults(const std::string& verb) {
  const auto fault = [&](const std::string& name, const std::string& act) {
    return ClientFault{name, verb, act, fmt::format("if [ \"$1\" = {} ]; then {}; fi", verb, act)};
  };
  return {fault("hangs", "exec sleep 600"), fault("prints 1 GB", "exec head -c 1000000000 /dev/zero"),
          fault("prints garbage", "echo garbage; exit 0"), fault("dies", "kill -9 $$")};
}

Outcome run_program(const std::string& program, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), program);
  return run_to_end(arguments, std::chrono::seconds(280));
}

}  // namespace orchestrate
