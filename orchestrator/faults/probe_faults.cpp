#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "e2e/misbehaviour.hpp"
#include "faults/subject.hpp"

namespace orchestrate::faults {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Of misbehaving_experiment().
constexpr int planned_rounds = 2;
constexpr std::size_t numbers_of_the_others = 4;  ///< two conditions, two operations

bool misbehaves(const json& where, const ProbeFault& fault) {
  return where.at("condition").at("env.MISBEHAVE") == fault.name;
}

/// Each failure of it, the one that was tried again and the one that was not, is told by its word.
std::string wrong_in_problems(const json& summary, const ProbeFault& fault) {
  const json& given_up = summary.at("given_up");
  if (given_up.size() != 1 || given_up[0].at("kind") != fault.word) return "given up: " + given_up.dump();
  const json& problems = summary.at("problems");
  const bool all_told = std::all_of(problems.begin(), problems.end(), [&](const json& one) {
    return one.at("kind") == fault.word && misbehaves(one, fault);
  });
  return problems.size() == 2 && all_told ? "" : "problems: " + problems.dump();
}

/// It has no number, not even in samples.csv, and no pair with it a difference; the two others have all of theirs.
std::string wrong_in_numbers(const json& summary, const std::string& samples, const ProbeFault& fault) {
  const json& operations = summary.at("operations");
  const bool has_some = std::any_of(operations.begin(), operations.end(),
                                    [&](const json& operation) { return misbehaves(operation, fault); });
  if (has_some || samples.find("," + fault.name + ",") != std::string::npos) return "it has numbers";
  if (operations.size() != numbers_of_the_others) return fmt::format("{} numbers of the others", operations.size());
  for (const json& contrast : summary.at("contrasts")) {
    const bool honest = contrast.at("levels")[1] == "honest";
    const bool judged = contrast.contains("difference_ns") && contrast.at("verdict") != "unattested";
    if (judged != honest) return "a pair: " + contrast.dump();
  }
  return {};
}

/// What of a run's files and words is not as it must be: the one that misbehaves is given up by its word, and harms no
/// other.
std::string wrong_in(const fs::path& run, const std::string& said, const ProbeFault& fault) {
  const json summary = json::parse(read_file(run / "summary.json"));
  for (const std::string& words : {"(" + fault.word + ")", std::string("0 of 1 retries left")}) {
    if (said.find(words) == std::string::npos) return fmt::format("not said: {}", words);
  }
  if (std::string wrong = wrong_in_problems(summary, fault); !wrong.empty()) return wrong;
  return wrong_in_numbers(summary, read_file(run / "samples.csv"), fault);
}

/// One of three conditions has a probe that misbehaves; the two others must have all their rounds.
Consequence misbehaving_probe(const ProbeFault& fault, const char* hand_over) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "misbehaving.yaml";
  write_file(file, misbehaving_experiment(fault.name, hand_over));
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
  found.wrong =
      outcome.state.code == 3 ? wrong_in(run, outcome.errors, fault) : "not told: " + in_brief(outcome.errors);
  return found;
}

}  // namespace

std::vector<Fault> probe_faults() {
  std::vector<Fault> faults;
  for (const ProbeFault& fault : orchestrate::probe_faults()) {
    faults.push_back(
        {fmt::format("a probe misbehaves: {}", fault.name), [fault] { return misbehaving_probe(fault, "stdio"); }});
    if (!fault.also_in_shared_turns) continue;
    faults.push_back({fmt::format("a probe misbehaves in turns that it takes itself: {}", fault.name),
                      [fault] { return misbehaving_probe(fault, "futex"); }});
  }
  return faults;
}

}  // namespace orchestrate::faults
