#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/summary.hpp"

namespace orchestrate {

// Looking up what stands in one row or cell of a report.

/// The two conditions of a table: all contrasts between them are its rows.
using Pair = std::pair<std::size_t, std::size_t>;

/// Every pair that is compared, in the order of the experiment file.
std::vector<Pair> compared_pairs(const Plan& plan);

/// The first contrast between a pair that is compared; all of its contrasts name the same factor and levels.
const PlannedContrast& first_contrast_of(const Plan& plan, const Pair& pair);

/// Null where the pair is not compared on this operation.
const ContrastResult* contrast_of(const Summary& summary, const Pair& pair, const std::string& operation);

/// Null where the number is withheld, or where there is none.
const OperationResult* result_of(const Summary& summary, const std::string& operation, std::size_t condition);

/// The article's value of a quantity, in ns.
std::optional<double> article_of(const Summary& summary, const std::string& operation, std::size_t condition,
                                 const std::string& quantity = "ns");

/// The article's value in both conditions, "100.3 | 81.2"; one where it has no other.
std::string article_cell(const Summary& summary, const std::string& operation, const Pair& pair);

/// " (two modes)" or " (skewed)" where the batches of an operation are not spread about one value; else nothing.
std::string distribution_mark(const OperationResult& result);

/// An operation's value with its mark; "withheld" for null.
std::string value_cell(const OperationResult* result);

/// A percentile with its interval, marked where it is the timer's grid, or why it has none.
std::string percentile_cell(const Percentile& percentile);

/// System calls a call, "1" or "0.0002"; "?" where they could not be counted, nothing where they were not.
std::string system_calls_cell(const OperationResult* result);

/// What stands beside a verdict in a word where one of the two numbers is not what one would think.
std::string caution(const Summary& summary, const ContrastResult& result);

/// The factors that an experiment file names, and so the ones a reader looks for.
std::set<std::string> named_factors(const Plan& plan);

}  // namespace orchestrate
