#include "runner/runner.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>

#include "runner/round.hpp"
#include "support/time.hpp"
#include "witness/message.hpp"

namespace orchestrate {
namespace {

/// How a run goes on after a round.
enum class Next { go_on, interrupted };

class Runner {
 public:
  Runner(const Plan& plan, const Progressed& so_far, RunContext& context)
      : plan_(plan),
        context_(context),
        hand_over_(hand_over_by_stdio(context.patience)),
        complete_rounds_(so_far.complete_rounds),
        iterations_(so_far.iterations) {
    complete_rounds_.resize(plan.groups.size());
  }

  /// Rounds until there is a reason to stop, which is returned.
  std::string run_rounds() {
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

  [[nodiscard]] int started() const { return started_; }

 private:
  Next run_round(int number, std::size_t group) {
    if (context_.interrupted()) return Next::interrupted;
    Round round(plan_, number, group, context_);
    try {
      round.start();
      if (iterations_.empty()) iterations_ = round.calibrate();
      if (number == 1) round.count_system_calls();
      const bool complete = round.measure(iterations_, hand_over_);
      started_ += round.started();
      if (!complete) return Next::interrupted;
      round.sample();
      round.finish();
    } catch (const ProtocolError& error) {
      started_ += round.started();
      note_problem(number, group, error.what());
      throw EngineFailure(std::string("A probe did not keep to the protocol: ") + error.what());
    } catch (const EngineFailure& error) {
      started_ += round.started();
      note_problem(number, group, error.what());
      throw;
    }
    context_.journal.sync();
    return Next::go_on;
  }

  void note_problem(int number, std::size_t group, const std::string& what) {
    const Fact fact = RoundFailed{number, group, what};
    context_.journal.append(fact);
    context_.watch(fact);
  }

  const Plan& plan_;
  RunContext& context_;
  HandOver hand_over_;
  std::vector<int> complete_rounds_;  ///< by group, before this part of the run
  std::map<std::string, std::int64_t> iterations_;
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
