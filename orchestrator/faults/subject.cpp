#include "faults/subject.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <sstream>
#include <stdexcept>

#include "runner/shared_turns.hpp"
#include "support/text.hpp"

namespace orchestrate::faults {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr auto longest_wait = 90s;

std::string experiment(const Asked& asked) {
  return fmt::format(R"(experiment: subject
question: What comes of a fault?
container: {{image: debian:12-slim}}
factors:
  seccomp: [default, unconfined]
{}operations: [{}]
design: {{batch: 1ms, batches: {}, rounds: {{min: {}, max: {}}}, precision: 2%}}
)",
                     asked.factors, asked.operations, asked.batches, asked.rounds, asked.rounds);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream rest(text);
  for (std::string line; std::getline(rest, line);) lines.push_back(line);
  return lines;
}

int exit_of(const ExitState& state) {
  return state.signal ? 128 + *state.signal : state.code.value_or(-1);
}

std::vector<std::string> containers_of(const std::string& run) {
  const std::string label = "label=orchestrate.run=" + run;
  return lines_of(
      run_to_end({find_program("docker"), "ps", "--all", "--quiet", "--no-trunc", "--filter", label}, 30s).output);
}

/// What the resumed run must be, beside having lost nothing; empty where it is.
std::string wrong_in_the_end(const Subject& subject, const Taken& kept, const Taken& after) {
  if (!after.plan) return "the run never began";
  const auto wanted = static_cast<std::size_t>(subject.asked().rounds) * after.plan->groups.size();
  if (after.complete.size() != wanted) return fmt::format("{} rounds of {}", after.complete.size(), wanted);
  if (!kept.complete.empty() && kept.iterations != after.iterations) return "the batches have other lengths";
  if (std::string departure = departure_from_plan(after); !departure.empty()) return departure;
  const auto summary = nlohmann::json::parse(read_file(subject.folder() / "summary.json"));
  if (summary.at("rounds") != subject.asked().rounds) return "the summary has another number of rounds";
  if (summary.at("stopped") != "last look") return "stopped by " + summary.at("stopped").get<std::string>();
  return {};
}

}  // namespace

Subject::Subject(const Asked& asked) : asked_(asked) {
  const fs::path file = folder_.path() / "subject.yaml";
  write_file(file, experiment(asked));
  std::vector<std::string> arguments{ORCHESTRATE_PROGRAM, "run",           file.string(), "--results",
                                     results().string(),  "--no-exclusive"};
  arguments.insert(arguments.end(), asked.options.begin(), asked.options.end());
  process_ = std::make_unique<Process>(arguments);
}

void Subject::wait_for(const std::string& text) {
  const Deadline deadline = within(longest_wait);
  while (said().find(text) == std::string::npos) {
    const auto read = process_->read_line(within(100ms));  // waits on both streams
    const bool ended = read.kind == Process::Read::Kind::end && said().find(text) == std::string::npos;
    if (ended || std::chrono::steady_clock::now() > deadline) {
      throw std::runtime_error(fmt::format("the run did not say \"{}\": {}", text, in_brief(said())));
    }
  }
}

int Subject::end() {
  const auto state = process_->wait(within(longest_wait));
  if (state) return exit_of(*state);
  process_->signal(SIGKILL);
  process_->wait(within(10s));
  return -1;
}

void Subject::wait_until_begun() {
  const Deadline deadline = within(longest_wait);
  while (!has_begun()) {
    process_->read_line(within(20ms));
    if (std::chrono::steady_clock::now() > deadline) throw std::runtime_error("the run did not begin: " + said());
  }
}

bool Subject::has_begun() const {
  return fs::exists(journal()) && read_file(journal()).find('\n') != std::string::npos;
}

Outcome Subject::resume() const {
  return run_to_end({ORCHESTRATE_PROGRAM, "resume", folder().string(), "--no-exclusive", "--quiet"}, longest_wait);
}

std::vector<std::string> Subject::containers() const {
  return containers_of(Taken(journal()).run);
}

int left_by(const std::string& run) {
  return static_cast<int>(containers_of(run).size() + left_folders(temporary_prefix()).size() +
                          left_folders(turns_prefix()).size());
}

Consequence resumed(Subject& subject, const Taken& kept, int exit, const std::string& happened) {
  Consequence found{happened, static_cast<int>(kept.complete.size())};
  const Outcome outcome = subject.resume();
  const Taken after(subject.journal());
  found.lost = lost_rounds(kept, after);
  found.left = left_by(after.run);
  found.wrong = wrong_in_the_end(subject, kept, after);
  if (exit < 0) found.wrong = "it hung";
  if (!found.wrong.empty()) found.wrong += fmt::format("; resume: {}", in_brief(outcome.errors));
  return found;
}

Consequence strike(const Blow& blow) {
  Subject subject(blow.asked);
  if (blow.after_round > 0) subject.wait_for(fmt::format("round {} done", blow.after_round));
  blow.strike(subject);
  const int exit = subject.end();
  const Taken kept(subject.journal());
  blow.undo(subject);
  const std::string said = in_brief(subject.said());
  Consequence found =
      resumed(subject, kept, exit, fmt::format("exit {}{}{}", exit, said.empty() ? "" : ": ", shortened(said)));
  if (static_cast<int>(kept.complete.size()) < blow.after_round) found.wrong = "a round that was told is not there";
  if (std::find(blow.exits.begin(), blow.exits.end(), exit) == blow.exits.end()) {
    found.wrong = fmt::format("exit {}: {}", exit, said);
  }
  if (subject.said().find(blow.says) == std::string::npos) found.wrong = fmt::format("not said: {}", blow.says);
  return found;
}

std::string shortened(const std::string& text) {
  constexpr std::size_t longest = 90;
  return text.size() <= longest ? text : text.substr(0, longest) + "…";
}

std::string in_brief(const std::string& text) {
  static const std::regex folder("/tmp/orchestrate-[^ /]+");
  static const std::regex progress("round [0-9]+ done");
  std::string warning;
  for (const std::string& line : lines_of(text)) {
    const bool ordinary = line.empty() || line.front() == ' ' || line.starts_with("orchestrate: info: ") ||
                          std::regex_search(line, progress) || line.starts_with("It was called with") ||
                          line == "It said:" || line.find("another run measures") != std::string::npos;
    if (ordinary) continue;
    std::string brief = std::regex_replace(escaped(line), folder, "DIR");
    // What ended the run is told without a speaker, after what went wrong on the way.
    if (!line.starts_with("orchestrate: ")) return brief;
    if (warning.empty()) warning = brief;
  }
  return warning;
}

}  // namespace orchestrate::faults
