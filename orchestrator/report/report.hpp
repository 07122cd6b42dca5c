#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "analysis/summary.hpp"
#include "report/paper.hpp"

namespace orchestrate {

/// summary.json, schema `orchestrate-summary/1`. An absent value is an absent key.
nlohmann::ordered_json summary_json(const Summary& summary);

/// What `run`, `report` and `show` print: the tables, the claims, the evidence, and what it all means.
std::string terminal_report(const Summary& summary, const Paper& paper);

/// report.md: the same for a pull request or a blog.
std::string markdown_report(const Summary& summary);

/// The argv that starts a condition's container by hand, to be spoken to on its standard streams.
std::vector<std::string> start_by_hand(const Summary& summary, const PlannedCondition& condition);

/// commands.sh: starts each container of the first round by hand, quoted for a POSIX shell.
std::string commands_script(const Summary& summary);

}  // namespace orchestrate
