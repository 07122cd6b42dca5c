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
  Runner(const Plan& plan, RunContext& context)
      : plan_(plan), context_(context), hand_over_(hand_over_by_stdio(context.patience)) {}

  /// Rounds until there is a reason to stop, which is returned.
  std::string run_rounds() {
    for (int number = 1; number <= plan_.looks.back(); ++number) {
      for (std::size_t group = 0; group < plan_.groups.size(); ++group) {
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
  std::map<std::string, std::int64_t> iterations_;
  int started_ = 0;
};

/// Containers of this run that are still there; they are removed, and counted all the same.
int left_behind(RunContext& context) {
  std::vector<std::string> ids;
  for (const Listed& container : context.engine.list()) {
    if (container.ownership.run == context.ownership.run) ids.push_back(container.id);
  }
  context.engine.remove(ids);
  return static_cast<int>(ids.size());
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

}  // namespace

RunFinished run_plan(const Plan& plan, const RunStarted& start, RunContext& context) {
  const std::int64_t began = monotonic_ns();
  const auto record = [&](const Fact& fact) {
    context.journal.append(fact);
    context.watch(fact);
    context.journal.sync();
  };
  record(start);
  Runner runner(plan, context);
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
  }
  return finished;
}

}  // namespace orchestrate
