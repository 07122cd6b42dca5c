#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "analysis/summary.hpp"

namespace orchestrate {

/// Adds to an operation's row of summary.json how its batches and rounds are distributed.
void add_statistics(nlohmann::ordered_json& row, const OperationResult& result);

/// Adds to a contrast's row of summary.json its tests and what is odd about its rounds; nothing where it has no
/// numbers.
void add_statistics(nlohmann::ordered_json& row, const ContrastResult& result);

/// Something that a reader should know about the rounds before believing them. Texts are not escaped.
struct StatisticalFinding {
  std::string what;                ///< "outlying rounds"
  std::vector<std::string> where;  ///< "getpid at seccomp default 189.0 ns in round 4 (median 180.0)", …
};

/// Rounds that lie far outside, drift, and differences that do not survive being corrected for their number though
/// there are rounds enough for it; empty where there is nothing.
std::vector<StatisticalFinding> statistical_findings(const Summary& summary);

/// The findings for the terminal: a line each, with three places at most.
std::string statistics_text(const Summary& summary);

/// What the tests say of every contrast, and how the batches and rounds of every operation are distributed.
struct StatisticsTable {
  std::string caption;
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
};

/// The tables of what has numbers; one without rows is left out.
std::vector<StatisticsTable> statistics_tables(const Summary& summary);

/// What the columns of the tables mean, in a few sentences.
std::string statistics_explained(const Summary& summary);

}  // namespace orchestrate
