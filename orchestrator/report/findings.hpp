#pragma once

#include <string>
#include <vector>

#include "analysis/summary.hpp"

namespace orchestrate {

/// What is not as expected, and what that means. Contrasts with the same finding for the same reason are one.
struct Finding {
  std::string title;  ///< "swallowed: seccomp default | unconfined"
  std::vector<std::string> operations;
  std::string reason;   ///< what was seen
  std::string meaning;  ///< what it means and what to do
};

std::vector<Finding> findings(const Summary& summary);

/// "problem in round 3 (out of memory): …", not escaped, on one line; the journal has the rest.
std::string problem_text(const RoundFailed& problem);

/// Which run this is the next block of, and what had changed; not escaped, empty where it is none.
std::string earlier_block_text(const Summary& summary);

/// The whole run in a sentence.
struct ClosingWords {
  std::string verdict;   ///< "everything expected was found"
  std::string addition;  ///< ", as far as it was not skipped", " (exit status 3)"; may be empty
};

ClosingWords closing_words(const Summary& summary);

}  // namespace orchestrate
