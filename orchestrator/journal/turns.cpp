#include "journal/turns.hpp"

#include <algorithm>
#include <memory>

#include "journal/journal.hpp"

namespace orchestrate {

void CompleteTurns::add(const Fact& fact) {
  if (const auto* turn = std::get_if<Turn>(&fact)) {
    unfinished_[{turn->group, turn->round}].push_back(*turn);
  } else if (const auto* finished = std::get_if<RoundFinished>(&fact)) {
    for (const Turn& complete : unfinished_[{finished->group, finished->round}]) take_(complete);
    unfinished_.erase({finished->group, finished->round});
  } else if (const auto* failed = std::get_if<RoundFailed>(&fact)) {
    throw_away(*failed);
  } else if (std::holds_alternative<RunResumed>(fact)) {
    unfinished_.clear();
  }
}

void CompleteTurns::throw_away(const RoundFailed& failed) {
  std::vector<Turn>& turns = unfinished_[{failed.group, failed.round}];
  std::erase_if(turns, [&](const Turn& turn) {
    return failed.at_work.empty() || std::all_of(turn.batches.begin(), turn.batches.end(), [&](const Batch& batch) {
             return std::find(failed.at_work.begin(), failed.at_work.end(), batch.slot) != failed.at_work.end();
           });
  });
}

TurnSource turns_of(const std::filesystem::path& journal) {
  return [journal](const std::function<void(const Turn&)>& take) {
    CompleteTurns turns(take);
    replay(journal, [&](const Fact& fact) { turns.add(fact); });
  };
}

TurnSource turns_of(std::vector<Fact> facts) {
  const auto kept = std::make_shared<const std::vector<Fact>>(std::move(facts));
  return [kept](const std::function<void(const Turn&)>& take) {
    CompleteTurns turns(take);
    for (const Fact& fact : *kept) turns.add(fact);
  };
}

}  // namespace orchestrate
