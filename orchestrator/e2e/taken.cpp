#include "e2e/taken.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "journal/journal.hpp"
#include "runner/schedule.hpp"

namespace orchestrate {
namespace {

bool is_step(const Turn& turn, const Step& step) {
  std::vector<std::size_t> slots;
  for (const Batch& batch : turn.batches) slots.push_back(batch.slot);
  return turn.operation == step.operation && slots == step.slots;
}

bool same_batches(const std::vector<Turn>& a, const std::vector<Turn>& b) {
  const auto same_batch = [](const Batch& x, const Batch& y) {
    return x.slot == y.slot && x.started_ns == y.started_ns && x.elapsed_ns == y.elapsed_ns;
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](const Turn& x, const Turn& y) {
    return x.operation == y.operation &&
           std::equal(x.batches.begin(), x.batches.end(), y.batches.begin(), y.batches.end(), same_batch);
  });
}

}  // namespace

Taken::Taken(const std::filesystem::path& journal) {
  std::map<std::size_t, std::vector<Turn>> unfinished;
  replay(journal, [&](const Fact& fact) {
    if (const auto* start = std::get_if<RunStarted>(&fact)) plan = start->plan, run = start->run;
    if (const auto* one = std::get_if<Calibrated>(&fact)) iterations[one->operation] = one->iterations;
    if (std::holds_alternative<RunResumed>(fact)) unfinished.clear();
    if (const auto* failed = std::get_if<RoundFailed>(&fact)) unfinished.erase(failed->group);
    if (const auto* turn = std::get_if<Turn>(&fact)) unfinished[turn->group].push_back(*turn);
    if (const auto* round = std::get_if<RoundFinished>(&fact)) {
      if (complete.contains({round->round, round->group})) {
        done_twice.push_back(fmt::format("round {} of group {}", round->round, round->group));
      }
      complete[{round->round, round->group}] = std::move(unfinished[round->group]);
      unfinished.erase(round->group);
    }
  });
}

std::string departure_from_plan(const Taken& taken) {
  if (!taken.done_twice.empty()) return taken.done_twice.front() + " was done twice";
  for (const auto& [place, turns] : taken.complete) {
    const auto& [round, group] = place;
    const Shift shift = shifts_of(*taken.plan, group, round, round).front();
    const std::vector<Step> steps = schedule(*taken.plan, shift, group, taken.iterations);
    if (turns.size() != steps.size()) {
      return fmt::format("round {} has {} turns in place of {}", round, turns.size(), steps.size());
    }
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (!is_step(turns[i], steps[i])) return fmt::format("step {} of round {} is another's", i, round);
    }
  }
  return {};
}

int lost_rounds(const Taken& before, const Taken& after) {
  return static_cast<int>(std::count_if(before.complete.begin(), before.complete.end(), [&](const auto& round) {
    const auto found = after.complete.find(round.first);
    return found == after.complete.end() || !same_batches(round.second, found->second);
  }));
}

}  // namespace orchestrate
