#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "journal/facts.hpp"

namespace orchestrate {

/// What a run's journal has of the rounds that count.
struct Taken {
  /// Reads a journal up to its last whole line; that of a run which never began gives nothing.
  explicit Taken(const std::filesystem::path& journal);

  std::optional<Plan> plan;
  std::string run;  ///< the label of its containers
  std::map<std::string, std::int64_t> iterations;
  std::map<std::pair<int, std::size_t>, std::vector<Turn>> complete;  ///< the turns in their order, by round and group
  std::vector<std::string> done_twice;                                ///< rounds that were complete already
};

/// Where the turns, their order and their lengths are not those that the plan's seed orders; empty where they are.
std::string departure_from_plan(const Taken& taken);

/// How many complete rounds of `before` are not in `after` as they were, batch by batch.
int lost_rounds(const Taken& before, const Taken& after);

}  // namespace orchestrate
