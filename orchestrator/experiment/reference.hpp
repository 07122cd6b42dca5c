#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/condition.hpp"

namespace orchestrate {

/// One number of an article: an operation's time, or another of its quantities, in the conditions that agree with `at`.
struct Quantity {
  std::string operation;
  Condition at;
  double ns = 0;             ///< a call
  std::vector<double> runs;  ///< the article's own repetitions, in ns, where it gives them
  std::string what;          ///< in the article's words
  std::string quantity = "ns";
};

/// What an article says, and what settles it here.
struct Sentence {
  std::string says;        ///< empty where the claim says it in the same words
  std::string experiment;  ///< whose claim `claim` is; both empty where nothing here can settle it
  std::string claim;
  bool refuted = false;  ///< the claim is the opposite of the sentence: where it holds, the sentence fails
  std::string because;   ///< why the sentence fails, or why nothing here can settle it
};

/// An article's numbers: a file in results/reference/.
struct Reference {
  std::string name;
  std::string title;
  std::string machine;
  std::string method;
  std::vector<Quantity> quantities;
  std::vector<Sentence> sentences;
  std::vector<std::string> notes;
};

/// Reads and checks such a file. Throws UsageFailure with `file:line:column`.
Reference read_reference(const std::filesystem::path& file);

/// The same for a text that is already read; `file` gives the name in messages.
Reference parse_reference(std::string_view text, const std::filesystem::path& file);

/// The article's value of a quantity of `operation` in the condition `whole`: of those whose `at` agrees, the one that
/// names most levels (the first of equals).
std::optional<double> article_ns(const Reference& reference, const std::string& operation, const Condition& whole,
                                 const std::string& of = "ns");

}  // namespace orchestrate
