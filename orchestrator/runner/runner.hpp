#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "journal/journal.hpp"
#include "plan/absences.hpp"
#include "plan/looks.hpp"
#include "plan/plan.hpp"

namespace orchestrate {

/// How long is waited before something is taken for hung.
struct Patience {
  std::chrono::milliseconds ready{60'000};   ///< from a container's start to the probe's first word
  std::chrono::milliseconds answer{30'000};  ///< a command's answer, beyond the time the batch is to take
  std::chrono::milliseconds trial{10'000};   ///< a turn's way to the next probe, when it is tried whether it finds it
  std::chrono::milliseconds ending{10'000};  ///< a container's end after the last command

  /// The whole of what this command measures; then it ends like a run that was interrupted. Nothing: as long as it
  /// takes.
  std::optional<std::chrono::nanoseconds> run = {};

  /// The answer to a command that measures one batch of this length, or a few to find out how many calls make one.
  [[nodiscard]] std::chrono::milliseconds answer_to_batch(std::chrono::nanoseconds batch) const {
    return answer + std::chrono::ceil<std::chrono::milliseconds>(4 * batch);
  }

  /// The answer to a command that takes so many calls one by one, each in less than 100 us (a stop under ptrace takes
  /// 20, a wake-up on another CPU 50).
  [[nodiscard]] std::chrono::milliseconds answer_to(std::int64_t calls) const {
    return answer + std::chrono::milliseconds(calls / 10);
  }
};

/// What a run needs beside its plan. What is measured goes to the journal; the rest of the program watches.
struct RunContext {
  Engine& engine;
  Journal& journal;
  Ownership ownership;
  std::function<void(const Fact&)> watch;                       ///< sees every fact after the journal
  std::function<std::optional<std::string>(int round)> enough;  ///< after each round: why to stop, or nothing
  std::function<bool()> interrupted;                            ///< asked before each turn
  std::function<void(int round, double share)> progress;        ///< how far a round is, 0 to 1
  Patience patience;
  /// With a time budget: which group goes on, and to which look, once each has had the fewest rounds; nothing where no
  /// group has a look left.
  std::function<std::optional<NextLook>()> next_look = [] { return std::optional<NextLook>(); };
  int retries = 2;  ///< failed rounds of one condition, in the whole run, that are done again
};

/// Runs rounds until `enough` says so, the plan's last look, its time budget's end, or an interruption, and removes
/// every container it started. `environment` and the plan go into the journal's first line. A round in which the engine
/// or a probe fails is written to the journal and done again; a condition that fails more often than `retries` is given
/// up, and the rest goes on. Where no engine answers any more the run ends, and that is thrown on.
RunFinished run_plan(const Plan& plan, const RunStarted& start, RunContext& context);

/// What a run that ended early has.
struct Progressed {
  std::map<std::string, std::int64_t>
      iterations;                           ///< as calibrated, of every operation; empty where it did not get so far
  std::vector<int> complete_rounds;         ///< by group
  std::map<std::size_t, std::string> ways;  ///< in which turns are passed on, by group, as HandOverChosen has them
  std::int64_t spent_ns = 0;                ///< in complete rounds
  std::int64_t longest_round_ns = 0;
  Absences absences;                       ///< what was given up
  std::vector<RoundFailed> failed_rounds;  ///< which the budget of retries has paid for
};

/// Goes on with a run behind its last complete round, as `run_plan` would have: orders depend on the seed and the place
/// alone. `resumed` goes into the journal; the context's `ownership.run` is that of the run.
RunFinished resume_plan(const Plan& plan, const RunResumed& resumed, const Progressed& so_far, RunContext& context);

}  // namespace orchestrate
