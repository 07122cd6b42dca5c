#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/condition.hpp"

namespace orchestrate {

/// One number of an article: an operation's time, in the conditions that agree with `at`.
struct Quantity {
  std::string operation;
  Condition at;
  double ns = 0;             ///< a call
  std::vector<double> runs;  ///< the article's own repetitions, in ns, where it gives them
  std::string what;          ///< in the article's words
};

/// An article's numbers: a file in results/reference/.
struct Reference {
  std::string name;
  std::string title;
  std::string machine;
  std::string method;
  std::vector<Quantity> quantities;
  std::vector<std::string> notes;
};

/// Reads and checks such a file. Throws UsageFailure with `file:line:column`.
Reference read_reference(const std::filesystem::path& file);

/// The same for a text that is already read; `file` gives the name in messages.
Reference parse_reference(std::string_view text, const std::filesystem::path& file);

/// The article's time of `operation` in the condition `whole`: of the quantities whose `at` agrees, the one that names
/// most levels (the first of equals).
std::optional<double> article_ns(const Reference& reference, const std::string& operation, const Condition& whole);

}  // namespace orchestrate
