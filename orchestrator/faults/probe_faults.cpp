#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "e2e/misbehaviour.hpp"
#include "faults/subject.hpp"

namespace orchestrate::faults {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int planned_rounds = 2;  ///< of misbehaving_experiment()

/// What of the summary is not as it must be: the one that misbehaves is given up by its word and has no number.
std::string wrong_in(const json& summary, const ProbeFault& fault) {
  const json& given_up = summary.at("given_up");
  if (given_up.size() != 1 || given_up[0].at("kind") != fault.word) return "given up: " + given_up.dump();
  for (const json& operation : summary.at("operations")) {
    if (operation.at("condition").at("env.MISBEHAVE") == fault.name) return "it has numbers";
  }
  return {};
}

/// One of three conditions has a probe that misbehaves; the two others must have all their rounds.
Consequence misbehaving(const ProbeFault& fault) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "misbehaving.yaml";
  write_file(file, misbehaving_experiment(fault.name, ", hand_over: stdio"));
  const fs::path results = folder.path() / "results";
  const Outcome outcome = run_program(program_with_misbehaving_probe(folder.path() / "place"),
                                      {"run", file.string(), "--results", results.string(), "--no-exclusive",
                                       "--retries", "1", "--answer-timeout", "3s"});
  const fs::path run = results / "misbehaving" / "latest";
  const json summary = json::parse(read_file(run / "summary.json"));
  std::string words;
  for (const json& one : summary.at("given_up")) words += ", given up: " + one.at("kind").get<std::string>();
  Consequence found{fmt::format("exit {}{}", outcome.state.code.value_or(-1), words)};
  found.complete = summary.at("rounds").get<int>();
  found.lost = planned_rounds - found.complete;
  found.left = left_by(Taken(run / "journal.jsonl").run);
  found.wrong = outcome.state.code == 3 ? wrong_in(summary, fault) : "not told: " + in_brief(outcome.errors);
  return found;
}

}  // namespace

std::vector<Fault> probe_faults() {
  std::vector<Fault> faults;
  for (const ProbeFault& fault : orchestrate::probe_faults()) {
    faults.push_back({fmt::format("a probe misbehaves: {}", fault.name), [fault] { return misbehaving(fault); }});
  }
  return faults;
}

}  // namespace orchestrate::faults
