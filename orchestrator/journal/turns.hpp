#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <vector>

#include "journal/facts.hpp"

namespace orchestrate {

/// Picks the turns of complete rounds out of facts, which come in their order; those of a round that was never finished
/// are left out.
class CompleteTurns {
 public:
  explicit CompleteTurns(std::function<void(const Turn&)> take) : take_(std::move(take)) {}

  /// Hands over the turns of a round when `fact` completes it.
  void add(const Fact& fact);

 private:
  void throw_away(const RoundFailed& failed);

  std::function<void(const Turn&)> take_;
  std::map<std::pair<std::size_t, int>, std::vector<Turn>> unfinished_;  ///< by group and round
};

/// Hands every turn of the complete rounds to `take`, in the order in which they were measured; each call begins anew.
/// There may be more of them than memory has room for.
using TurnSource = std::function<void(const std::function<void(const Turn&)>& take)>;

/// The turns of a journal file, read whenever they are asked for. A call throws as `replay` does.
TurnSource turns_of(const std::filesystem::path& journal);

/// The turns among facts in memory.
TurnSource turns_of(std::vector<Fact> facts);

}  // namespace orchestrate
