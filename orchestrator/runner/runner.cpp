#include "runner/runner.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>

#include "runner/futex_hand_over.hpp"
#include "runner/round.hpp"
#include "runner/time_budget.hpp"
#include "support/interruption.hpp"
#include "support/terminal_text.hpp"
#include "support/text.hpp"
#include "support/time.hpp"

namespace orchestrate {
namespace {

/// How a run goes on after a shift: it is complete, the run is to end, or it failed and is to be done again with those
/// that are left.
enum class Next { go_on, interrupted, again };

/// Turns cannot be passed on as the experiment wants it, here and whenever it is tried again.
class NoWay final : public EngineFailure {
 public:
  using EngineFailure::EngineFailure;
};

/// A round's times for the log.
void tell_times(const RoundFinished& round) {
  const auto seconds = [](std::int64_t ns) { return static_cast<double>(ns) * 1e-9; };
  spdlog::debug(
      "round {} of group {} is complete: starting {:.2f} s, lockstep {:.2f} s, {:.2f} s of it measuring, "
      "sampling {:.2f} s, ending {:.2f} s",
      round.round, round.group + 1, seconds(round.starting_ns), seconds(round.lockstep_ns), seconds(round.measuring_ns),
      seconds(round.sampling_ns), seconds(round.ending_ns));
}

/// How turns are passed on in a group.
enum class Way { stdio, futex };

/// Whose budget of retries pays for a failure: a condition's, twin or not, or a group's where nobody is to blame.
struct Blamed {
  std::size_t group = 0;
  std::optional<std::size_t> condition;

  bool operator<(const Blamed& other) const {
    return std::tie(group, condition) < std::tie(other.group, other.condition);
  }
};

constexpr const char* futex = "futex";

class Runner {
 public:
  Runner(const Plan& plan, const Progressed& so_far, RunContext& context)
      : plan_(plan),
        context_(context),
        complete_rounds_(so_far.complete_rounds),
        budget_(plan.design.time_budget, so_far.spent_ns, so_far.longest_round_ns),
        absences_(so_far.absences),
        iterations_(so_far.iterations) {
    complete_rounds_.resize(plan.groups.size());
    for (const auto& [group, way] : so_far.ways) hand_overs_[group] = way == futex ? Way::futex : Way::stdio;
    for (const RoundFailed& failed : so_far.failed_rounds) ++failures_[blamed_by(failed)];
  }

  /// Rounds until there is a reason to stop, which is returned.
  std::string run() {
    std::string reason = plan_.design.time_budget ? run_within_budget() : run_rounds();
    if (ending_) ending_->remove_containers();
    ending_.reset();
    return reason;
  }

  [[nodiscard]] int started() const { return started_; }

 private:
  [[nodiscard]] bool has_ended(std::size_t group) const { return absences_.groups.contains(group); }
  [[nodiscard]] bool all_have_ended() const { return absences_.groups.size() == plan_.groups.size(); }

  /// The first round that is not complete in every group that goes on, or was perhaps not judged.
  [[nodiscard]] int next_round() const {
    std::vector<int> complete;
    for (std::size_t group = 0; group < plan_.groups.size(); ++group) {
      if (!has_ended(group)) complete.push_back(complete_rounds_[group]);
    }
    if (complete.empty()) return 1;
    const auto [fewest, most] = std::minmax_element(complete.begin(), complete.end());
    // The last complete round may not have been judged before the run ended; one that others followed was.
    return *fewest == *most ? std::max(*fewest, 1) : *fewest + 1;
  }

  std::string run_rounds() {
    int number = next_round();
    while (number <= plan_.looks.back()) {
      // What is done as a whole before anything is judged: one round, or all where conditions follow one another.
      const int last = plan_.design.interleave == Interleave::sequential ? plan_.looks.back() : number;
      for (std::size_t group = 0; group < plan_.groups.size(); ++group) {
        if (run_shifts(group, std::max(number, complete_rounds_[group] + 1), last) == Next::interrupted) {
          return "interrupted";
        }
      }
      if (all_have_ended()) return "given up";
      if (const auto reason = context_.enough(last)) return *reason;
      number = last + 1;
    }
    return "last look";
  }

  /// The fewest rounds of every group in turn, then whole ways from look to look, of the group that needs it most.
  /// Which one goes on is decided at its looks only, which its interval has paid for; between two looks nothing but the
  /// clock ends it, and that does not know the numbers.
  std::string run_within_budget() {
    for (int number = 1; number <= plan_.looks.front(); ++number) {
      bool done_before = true;
      for (std::size_t group = 0; group < plan_.groups.size(); ++group) {
        if (number <= complete_rounds_[group] || has_ended(group)) continue;
        done_before = false;
        if (const auto reason = run_one_more(group)) return *reason;
      }
      if (done_before) continue;
      if (all_have_ended()) return "given up";
      if (const auto reason = context_.enough(number)) return *reason;
    }
    while (const auto next = context_.next_look()) {
      while (complete_rounds_[next->group] < next->rounds && !has_ended(next->group)) {
        if (const auto reason = run_one_more(next->group)) return *reason;
      }
    }
    return all_have_ended() ? "given up" : "last look";
  }

  /// A round of `group`, or the reason why there is none.
  std::optional<std::string> run_one_more(std::size_t group) {
    const std::int64_t began = monotonic_ns();
    if (!budget_.has_room(began - began_ns_)) return "time budget";
    const int number = complete_rounds_[group] + 1;
    if (run_shifts(group, number, number) == Next::interrupted) return "interrupted";
    budget_.took(monotonic_ns() - began);
    if (!has_ended(group)) complete_rounds_[group] = number;
    return std::nullopt;
  }

  /// The rounds `first` to `last` of a group, or as many until it ends; none where `first` is behind `last`.
  Next run_shifts(std::size_t group, int first, int last) {
    const std::vector<Shift> shifts = shifts_of(plan_, group, present_slots(absences_, plan_, group), first, last);
    std::map<int, RoundFinished> times;  // by round, of the shifts it has had
    for (std::size_t i = 0; i < shifts.size(); ++i) {
      // In rounds' worth of shifts: of several conditions that follow one another, none has finished a round.
      const auto progress = [&](double share) {
        const double rounds =
            (static_cast<double>(i) + share) * (last - first + 1) / static_cast<double>(shifts.size());
        const int done = std::min(static_cast<int>(rounds), last - first);
        context_.progress(first + done, rounds - done);
      };
      RoundFinished& taken = times.try_emplace(shifts[i].round, RoundFinished{shifts[i].round, group}).first->second;
      if (run_to_completion(shifts[i], taken, progress) == Next::interrupted) return Next::interrupted;
      if (has_ended(group)) return Next::go_on;
      if (shifts[i].completes_round) record(taken);
      context_.journal.sync();
    }
    return Next::go_on;
  }

  /// A shift, which is done again as often as the budgets of its conditions allow, with those that are left.
  Next run_to_completion(const Shift& planned, RoundFinished& taken, const std::function<void(double)>& progress) {
    for (;;) {
      Shift shift = planned;
      const std::vector<std::size_t> present = present_slots(absences_, plan_, taken.group);
      std::erase_if(shift.slots,
                    [&](std::size_t slot) { return !std::binary_search(present.begin(), present.end(), slot); });
      if (shift.slots.empty()) return Next::go_on;
      const Next next = run_shift(shift, taken, progress);
      if (next != Next::again) return next;
    }
  }

  /// Adds to `taken` what its round takes.
  Next run_shift(const Shift& shift, RoundFinished& taken, const std::function<void(double)>& progress) {
    if (context_.interrupted()) return Next::interrupted;
    const int number = shift.round;
    const std::size_t group = taken.group;
    std::unique_ptr<Round> round;
    try {
      start_round(shift, taken, round);
      ending_.reset();
      choose_hand_over(*round, number, group);
      if (iterations_.empty()) iterations_ = round->calibrate();
      if (number == 1) round->count_system_calls();
      if (!round->measure(iterations_, hand_over_in(*round, group), progress)) return Next::interrupted;
      round->sample();
      round->finish();
      taken = round->times();
      if (shift.completes_round) tell_times(taken);
      ending_ = std::move(round);
      return Next::go_on;
    } catch (const NoWay& failure) {
      record(RoundFailed{number, group, failure.what(), word_of(failure.fault()), {}, {}});
      ending_.reset();
      throw;
    } catch (const RoundFailure& failure) {
      fail(shift, group, std::move(round), failure);
    } catch (const EngineFailure& failure) {
      fail(shift, group, std::move(round), RoundFailure(failure.fault(), std::nullopt, failure.what()));
    }
    return Next::again;
  }

  /// Writes down that a shift failed, and removes its containers. Where the budget of whoever is to blame is spent,
  /// that one is given up. Throws where no engine answers any more, for nothing can go on then.
  void fail(const Shift& shift, std::size_t group, std::unique_ptr<Round> round, const RoundFailure& first_look) {
    const RoundFailure failure = round ? round->examined(first_look) : first_look;
    RoundFailed failed{shift.round, group, failure.what(), word_of(failure.fault()), {}, {}};
    if (failure.seat()) {
      failed.slot = shift.slots.at(*failure.seat());
      failed.what = fmt::format("{}{}: {}", escaped(to_text(plan_.conditions.condition(*blamed_by(failed).condition))),
                                plan_.groups[group].is_twin(*failed.slot) ? " (the twin)" : "", failure.what());
    }
    if (plan_.design.interleave != Interleave::lockstep) failed.at_work = shift.slots;
    record(failed);
    round.reset();
    ending_.reset();
    context_.journal.sync();
    if (failure.fault() == Fault::engine_gone) throw EngineFailure(failed.what, Fault::engine_gone);
    const int failures = ++failures_[blamed_by(failed)];
    if (failures > context_.retries) {
      give_up(failed, failures);
    } else {
      spdlog::warn("round {} failed ({}): {}. It is done again; {} of {} retries left for that", failed.round,
                   failed.kind, escaped(first_line(failed.what)), context_.retries - failures, context_.retries);
    }
  }

  void give_up(const RoundFailed& failed, int failures) {
    const Blamed blamed = blamed_by(failed);
    const std::string what = fmt::format("Given up after {} ({} in round {}): {}",
                                         counted(static_cast<std::size_t>(failures), "failed attempt"), failed.kind,
                                         failed.round, failed.what);
    record(ConditionGivenUp{failed.round, blamed.group, blamed.condition, failed.kind, what});
    if (blamed.condition) {
      orchestrate::give_up(absences_, plan_, *blamed.condition);
    } else {
      absences_.groups.insert(blamed.group);
    }
    context_.journal.sync();
    spdlog::warn("{}\n{}", escaped_lines(what), consequence(blamed));
  }

  /// What it means that somebody was given up.
  [[nodiscard]] std::string consequence(const Blamed& blamed) const {
    if (!blamed.condition) {
      return "None of its containers can be blamed, so these conditions end here; their complete rounds count";
    }
    if (!has_ended(blamed.group)) return "This condition has no numbers; the others go on";
    return "This condition has no numbers. It was the one with the twin, so those that ran with it end here; their "
           "complete rounds count";
  }

  [[nodiscard]] Blamed blamed_by(const RoundFailed& failed) const {
    if (!failed.slot) return {failed.group, std::nullopt};
    return {failed.group, plan_.groups.at(failed.group).condition_of(*failed.slot)};
  }

  /// Starts a shift's containers in `round`. Where the engine does not mount the file in which they are to take turns,
  /// they are started again without, if that may be.
  void start_round(const Shift& shift, const RoundFinished& taken, std::unique_ptr<Round>& round) {
    const std::size_t group = taken.group;
    round = std::make_unique<Round>(plan_, shift, taken, context_, shared_turns(group, shift), clocks_);
    try {
      return start(*round);
    } catch (const EngineFailure&) {
      const std::string refusal = round->refused_mount();
      if (refusal.empty() || hand_overs_.contains(group)) throw;
      use_stdio(group, refusal);
    }
    round = std::make_unique<Round>(plan_, shift, taken, context_, nullptr, clocks_);
    start(*round);
  }

  void start(Round& round) {
    const auto count = [&] { started_ += round.started(); };
    try {
      round.start(ending_.get());
    } catch (...) {
      count();
      throw;
    }
    count();
  }

  /// A file for the turns of a shift; null where its containers are not to take turns by it.
  std::unique_ptr<SharedTurns> shared_turns(std::size_t group, const Shift& shift) {
    const auto chosen = hand_overs_.find(group);
    const bool not_wanted =
        chosen != hand_overs_.end() ? chosen->second == Way::stdio : plan_.design.hand_over == WantedHandOver::stdio;
    if (not_wanted) return nullptr;
    try {
      return std::make_unique<SharedTurns>(shift.slots.size());
    } catch (const EnvironmentFailure& failure) {
      if (chosen != hand_overs_.end()) throw EngineFailure(failure.what());
      use_stdio(group, failure.what());
      return nullptr;
    }
  }

  /// In a group's first round, decides how its turns are passed on in all rounds, and writes it down. In a later one,
  /// shows its fresh containers the file; that they do not see it any more is a failure, for a group's rounds must be
  /// alike.
  void choose_hand_over(Round& round, int number, std::size_t group) {
    const auto chosen = hand_overs_.find(group);
    const bool first = chosen == hand_overs_.end();
    if (first && plan_.design.hand_over == WantedHandOver::stdio) return choose(group, Way::stdio, "");
    if (!first && chosen->second == Way::stdio) return;
    const auto refusal = round.share_turns(first);
    if (first) return refusal ? use_stdio(group, refusal->why) : choose(group, Way::futex, "");
    if (refusal) {
      throw RoundFailure(
          Fault::turns_unshared, refusal->seat,
          fmt::format("Turns were passed on by futex, and in round {} they cannot be: {}", number, refusal->why));
    }
  }

  /// By stdio, for a reason other than that it is wanted. Throws NoWay where futex is.
  void use_stdio(std::size_t group, const std::string& reason) {
    if (plan_.design.hand_over == WantedHandOver::futex) {
      throw NoWay(fmt::format(
          "The experiment says hand_over: futex, and turns cannot be passed on by futex here: {}\nWith hand_over: auto "
          "they go by stdio where that is so.",
          reason));
    }
    choose(group, Way::stdio, reason);
  }

  void choose(std::size_t group, Way way, const std::string& reason) {
    hand_overs_[group] = way;
    record(HandOverChosen{group, way == Way::futex ? futex : "stdio", reason});
    spdlog::debug("group {}: turns are passed on by {}{}{}", group + 1, way == Way::futex ? futex : "stdio",
                  reason.empty() ? "" : ", because of: ", escaped(reason));
  }

  HandOver hand_over_in(Round& round, std::size_t group) {
    Patience patience = context_.patience;
    patience.answer = patience.answer_to_batch(plan_.design.batch);
    if (hand_overs_.at(group) == Way::stdio) return hand_over_by_stdio(patience);
    return hand_over_by_futex(round.shared(), patience, plan_.design.batch);
  }

  void record(const Fact& fact) {
    context_.journal.append(fact);
    context_.watch(fact);
  }

  const Plan& plan_;
  RunContext& context_;
  std::vector<int> complete_rounds_;  ///< by group; before this part of the run, unless there is a budget
  TimeBudget budget_;
  std::int64_t began_ns_ = monotonic_ns();
  std::map<std::size_t, Way> hand_overs_;  ///< by group, once its first round has decided
  Absences absences_;
  std::map<std::string, std::int64_t> iterations_;
  std::map<Blamed, int> failures_;       ///< of the whole run
  std::map<Seat, std::int64_t> clocks_;  ///< see Round
  std::unique_ptr<Round> ending_;        ///< whose containers are to be removed while the next ones are being started
  int started_ = 0;
};

/// Containers of this run that are still there; they are removed, and counted all the same. Those that an earlier,
/// killed part of the run has left are only removed.
int left_behind(RunContext& context) {
  std::vector<std::string> ids;
  int own = 0;
  for (const Listed& container : context.engine.list()) {
    if (container.ownership.run != context.ownership.run) continue;
    ids.push_back(container.id);
    if (container.ownership.owner == context.ownership.owner) ++own;
  }
  context.engine.remove(ids);
  return own;
}

/// The same after a failure or in a hurry, when the engine may not answer either: the failure that came first is the
/// one to report.
int left_behind_after_failure(RunContext& context) {
  const Uninterrupted until_they_are_gone;
  try {
    return left_behind(context);
  } catch (const EngineFailure& error) {
    spdlog::warn("leftover containers could not be looked for: {}", error.what());
    return 0;
  }
}

RunFinished run_to_its_end(const Plan& plan, const Fact& first, const Progressed& so_far, RunContext& context) {
  const std::int64_t began = monotonic_ns();
  const auto record = [&](const Fact& fact) {
    context.journal.append(fact);
    context.watch(fact);
    context.journal.sync();
  };
  record(first);
  bool out_of_time = false;
  RunContext limited = context;
  limited.interrupted = [&] {
    const auto& limit = context.patience.run;
    out_of_time = out_of_time || (limit && monotonic_ns() - began > limit->count());
    return out_of_time || context.interrupted();
  };
  Runner runner(plan, so_far, limited);
  RunFinished finished;
  const auto finish = [&](const std::string& reason, int left) {
    finished = {reason, runner.started(), left, monotonic_ns() - began};
    record(finished);
  };
  try {
    std::string reason = runner.run();
    if (reason == "interrupted" && out_of_time) reason = "time limit";
    finish(reason, left_behind(context));
  } catch (const Interrupted&) {
    // There was no time to finish the turn: what is complete counts, as where there was.
    finish("interrupted", left_behind_after_failure(context));
  } catch (const EngineFailure&) {
    finish("failed", left_behind_after_failure(context));
    throw;
  } catch (const std::exception&) {
    // The journal itself failed, as on a full disk: nothing more can be written down, but the containers go.
    left_behind_after_failure(context);
    throw;
  }
  return finished;
}

}  // namespace

RunFinished run_plan(const Plan& plan, const RunStarted& start, RunContext& context) {
  return run_to_its_end(plan, start, {}, context);
}

RunFinished resume_plan(const Plan& plan, const RunResumed& resumed, const Progressed& so_far, RunContext& context) {
  return run_to_its_end(plan, resumed, so_far, context);
}

}  // namespace orchestrate
