#include "runner/runner.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <map>
#include <memory>

#include "runner/futex_hand_over.hpp"
#include "runner/round.hpp"
#include "support/time.hpp"
#include "witness/message.hpp"

namespace orchestrate {
namespace {

/// How a run goes on after a round.
enum class Next { go_on, interrupted };

/// How turns are passed on in a group.
enum class Way { stdio, futex };

constexpr const char* futex = "futex";

class Runner {
 public:
  Runner(const Plan& plan, const Progressed& so_far, RunContext& context)
      : plan_(plan), context_(context), complete_rounds_(so_far.complete_rounds), iterations_(so_far.iterations) {
    complete_rounds_.resize(plan.groups.size());
    for (const auto& [group, way] : so_far.ways) hand_overs_[group] = way == futex ? Way::futex : Way::stdio;
  }

  /// Rounds until there is a reason to stop, which is returned.
  std::string run_rounds() {
    std::string reason = rounds_until_a_reason();
    if (ending_) ending_->remove_containers();
    ending_.reset();
    return reason;
  }

  [[nodiscard]] int started() const { return started_; }

 private:
  std::string rounds_until_a_reason() {
    const auto [fewest, most] = std::minmax_element(complete_rounds_.begin(), complete_rounds_.end());
    // The last complete round may not have been judged before the run ended; one that others followed was.
    const int first = *fewest == *most ? std::max(*fewest, 1) : *fewest + 1;
    for (int number = first; number <= plan_.looks.back(); ++number) {
      for (std::size_t group = 0; group < plan_.groups.size(); ++group) {
        if (number <= complete_rounds_[group]) continue;
        if (run_round(number, group) == Next::interrupted) return "interrupted";
      }
      if (const auto reason = context_.enough(number)) return *reason;
    }
    return "last look";
  }

  Next run_round(int number, std::size_t group) {
    if (context_.interrupted()) return Next::interrupted;
    try {
      std::unique_ptr<Round> round = started_round(number, group);
      ending_.reset();
      choose_hand_over(*round, number, group);
      if (iterations_.empty()) iterations_ = round->calibrate();
      if (number == 1) round->count_system_calls();
      if (!round->measure(iterations_, hand_over_in(*round, group))) return Next::interrupted;
      round->sample();
      round->finish();
      ending_ = std::move(round);
    } catch (const ProtocolError& error) {
      end_with_problem(number, group, error.what());
      throw EngineFailure(std::string("A probe did not keep to the protocol: ") + error.what());
    } catch (const EngineFailure& error) {
      end_with_problem(number, group, error.what());
      throw;
    }
    context_.journal.sync();
    return Next::go_on;
  }

  /// A round whose containers are up. Where the engine does not mount the file in which they are to take turns, it is
  /// started again without, if that may be.
  std::unique_ptr<Round> started_round(int number, std::size_t group) {
    auto round = std::make_unique<Round>(plan_, number, group, context_, shared_turns(group));
    try {
      start(*round);
      return round;
    } catch (const EngineFailure&) {
      const std::string refusal = round->refused_mount();
      if (refusal.empty() || hand_overs_.contains(group)) throw;
      use_stdio(group, refusal);
    }
    round = std::make_unique<Round>(plan_, number, group, context_, nullptr);
    start(*round);
    return round;
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

  /// A file for the turns of a round; null where its containers are not to take turns by it.
  std::unique_ptr<SharedTurns> shared_turns(std::size_t group) {
    const auto chosen = hand_overs_.find(group);
    const bool not_wanted =
        chosen != hand_overs_.end() ? chosen->second == Way::stdio : plan_.design.hand_over == WantedHandOver::stdio;
    if (not_wanted) return nullptr;
    try {
      return std::make_unique<SharedTurns>(plan_.groups[group].slots());
    } catch (const EnvironmentFailure& failure) {
      if (chosen != hand_overs_.end()) throw EngineFailure(failure.what());
      use_stdio(group, failure.what());
      return nullptr;
    }
  }

  /// In a group's first round, decides how its turns are passed on in all rounds, and writes it down. In a later one,
  /// shows its fresh containers the file; that they do not see it any more ends the run, for a group's rounds must be
  /// alike.
  void choose_hand_over(Round& round, int number, std::size_t group) {
    const auto chosen = hand_overs_.find(group);
    const bool first = chosen == hand_overs_.end();
    if (first && plan_.design.hand_over == WantedHandOver::stdio) return choose(group, Way::stdio, "");
    if (!first && chosen->second == Way::stdio) return;
    const std::string refusal = round.share_turns(first);
    if (first) return refusal.empty() ? choose(group, Way::futex, "") : use_stdio(group, refusal);
    if (!refusal.empty()) {
      throw EngineFailure(
          fmt::format("Turns were passed on by futex, and in round {} they cannot be: {}", number, refusal));
    }
  }

  /// By stdio, for a reason other than that it is wanted. Throws EngineFailure where futex is.
  void use_stdio(std::size_t group, const std::string& reason) {
    if (plan_.design.hand_over == WantedHandOver::futex) {
      throw EngineFailure(fmt::format(
          "The experiment says hand_over: futex, and turns cannot be passed on by futex here: {}\nWith hand_over: auto "
          "they go by stdio where that is so.",
          reason));
    }
    choose(group, Way::stdio, reason);
  }

  void choose(std::size_t group, Way way, const std::string& reason) {
    hand_overs_[group] = way;
    record(HandOverChosen{group, way == Way::futex ? futex : "stdio", reason});
  }

  HandOver hand_over_in(Round& round, std::size_t group) {
    if (hand_overs_.at(group) == Way::stdio) return hand_over_by_stdio(context_.patience);
    return hand_over_by_futex(round.shared(), context_.patience, plan_.design.batch);
  }

  void end_with_problem(int number, std::size_t group, const std::string& what) {
    record(RoundFailed{number, group, what});
    ending_.reset();
  }

  void record(const Fact& fact) {
    context_.journal.append(fact);
    context_.watch(fact);
  }

  const Plan& plan_;
  RunContext& context_;
  std::vector<int> complete_rounds_;       ///< by group, before this part of the run
  std::map<std::size_t, Way> hand_overs_;  ///< by group, once its first round has decided
  std::map<std::string, std::int64_t> iterations_;
  std::unique_ptr<Round> ending_;  ///< whose containers are to be removed while the next round's are being started
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

/// The same after a failure, when the engine may not answer either: the failure that came first is the one to report.
int left_behind_after_failure(RunContext& context) {
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
  Runner runner(plan, so_far, context);
  RunFinished finished;
  const auto finish = [&](const std::string& reason, int left) {
    finished = {reason, runner.started(), left, monotonic_ns() - began};
    record(finished);
  };
  try {
    const std::string reason = runner.run_rounds();
    finish(reason, left_behind(context));
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
