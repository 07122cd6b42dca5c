#include "report/findings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "support/text.hpp"

namespace orchestrate {
namespace {

bool was_given_up(const Summary& summary, const PlannedContrast& contrast) {
  return std::any_of(summary.given_up.begin(), summary.given_up.end(), [&](const ConditionGivenUp& one) {
    return one.condition == contrast.base || one.condition == contrast.other;
  });
}

/// What a contrast that is not as expected means, and what to do. Two very different findings must not look alike: the
/// treatment was never there, or it was there and had no effect.
std::string meaning_of(const Summary& summary, const PlannedContrast& contrast, const ContrastResult& result) {
  switch (result.judgement.verdict) {
    case Verdict::swallowed:
      return "The two runs may be the same run: a level that was declared was not in force, so this pair has no "
             "numbers. Look at how the engine was called (plan shows every argument), and at what the engine's client "
             "makes of it.";
    case Verdict::unattested:
      if (was_given_up(summary, contrast)) {
        return "One of the two failed too often to be measured, so this pair has no numbers. Mend what it failed of "
               "and run again, or take the level out of the experiment file.";
      }
      return "There is no proof that the declared levels were in force, so this pair has no numbers. Run where the "
             "level can be proven, or take it out of the experiment file.";
    case Verdict::unresolved:
      return "Neither equal nor different can be said. Allow more rounds, or quiet the machine.";
    case Verdict::matches:
      return "Both levels were in force, and the operation costs the same: the factor has no effect on it here.";
    case Verdict::differs:
      return contrast.expect == Expect::match ? "Both levels were in force, and the factor does change this operation."
                                              : "";
  }
  return {};
}

std::string title_of(const PlannedContrast& contrast, const ContrastResult& result) {
  std::string title = fmt::format("{}: {} {} | {}", to_text(result.judgement.verdict), contrast.factor,
                                  contrast.base_level, contrast.other_level);
  // Without numbers it does not matter what was expected of them.
  if (result.difference_ns) title += contrast.expect == Expect::differ ? ", expected to differ" : ", expected to match";
  return title;
}

}  // namespace

std::vector<Finding> findings(const Summary& summary) {
  std::vector<Finding> all;
  for (const ContrastResult& result : summary.contrasts) {
    if (result.as_expected) continue;
    const PlannedContrast& contrast = summary.run.plan.contrasts[result.contrast];
    Finding one{title_of(contrast, result), {}, result.judgement.reason, meaning_of(summary, contrast, result)};
    auto known = std::find_if(all.begin(), all.end(), [&](const Finding& other) {
      return other.title == one.title && other.reason == one.reason && other.meaning == one.meaning;
    });
    if (known == all.end()) known = all.insert(all.end(), std::move(one));
    known->operations.push_back(contrast.operation);
  }
  return all;
}

std::string earlier_block_text(const Summary& summary) {
  if (!summary.run.continues) return {};
  const EarlierBlock& earlier = *summary.run.continues;
  return fmt::format(
      "This is the block that follows {}, on what had changed since: {}. Each is judged by itself; `orchestrate "
      "compare` sets the two beside each other.",
      earlier.folder, joined(earlier.changes, "; "));
}

std::string problem_text(const RoundFailed& problem) {
  const std::string word = problem.kind.empty() ? "" : fmt::format(" ({})", problem.kind);
  return fmt::format("problem in round {}{}: {}", problem.round, word, first_line(problem.what));
}

ClosingWords closing_words(const Summary& summary) {
  switch (summary.exit) {
    case ExitStatus::success:
      return {"everything expected was found",
              summary.run.plan.skipped.empty() ? "" : ", as far as it was not skipped"};
    case ExitStatus::expectation_failed:
      return {"not everything expected was found", " (exit status 1)"};
    case ExitStatus::not_attested:
      if (!summary.given_up.empty()) {
        return {"a condition failed too often and was given up; its numbers are withheld", " (exit status 3)"};
      }
      return {"a declared level was not proven to be in force; its numbers are withheld", " (exit status 3)"};
    case ExitStatus::environment:
      if (summary.finished.reason == "time limit") {
        return {"the time limit ended the run; what was complete is kept", " (exit status 4)"};
      }
      return {"the engine or the machine failed", " (exit status 4)"};
    case ExitStatus::interrupted:
      return {"interrupted; what was complete is kept", " (exit status 130)"};
    case ExitStatus::usage:
      break;
  }
  return {};
}

}  // namespace orchestrate
