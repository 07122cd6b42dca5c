#include "report/hand_over_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

namespace orchestrate {

std::string hand_over_ways(const Summary& summary, const std::string& between) {
  std::set<std::string> ways;
  for (const HandOverChosen& chosen : summary.hand_overs) ways.insert(chosen.way);
  // Journals from before there was a choice do not tell.
  if (ways.empty() && summary.rounds > 0) ways.insert("stdio");
  return fmt::format("{}", fmt::join(ways, between));
}

std::string hand_over_sentence(const Summary& summary) {
  const Times& time = summary.time;
  if (!(time.lockstep_s > 0)) return {};
  return fmt::format("within rounds {:.0f} % of the time was measuring; turns passed on by {}",
                     100 * time.batches_s / time.lockstep_s, hand_over_ways(summary, " and "));
}

std::vector<std::string> hand_over_reasons(const Summary& summary) {
  std::vector<std::string> reasons;
  for (const HandOverChosen& chosen : summary.hand_overs) {
    if (!chosen.reason.empty()) reasons.push_back("turns were not passed on by futex: " + chosen.reason);
  }
  return reasons;
}

}  // namespace orchestrate
