// libFuzzer: the reader of experiment files. Whatever the bytes are, they become a plan, or are refused by
// file:line:column in text that a terminal can show.

#include <cstdint>
#include <cstdlib>
#include <regex>
#include <sstream>

#include "experiment/reader.hpp"
#include "plan/sample_plan.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace {

/// As each line of a refusal does, but the last of a long one.
bool names_a_place(const std::string& line) {
  if (line == "file: there may be more") return true;
  static const std::regex place("^file:[0-9]+:[0-9]+: ");
  return std::regex_search(line.substr(0, 40), place);
}

void require_a_fit_message(const std::string& message) {
  std::istringstream lines(message);
  for (std::string line; std::getline(lines, line);) {
    if (!names_a_place(line) || orchestrate::escaped(line) != line) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  orchestrate::Experiment experiment;
  try {
    experiment = orchestrate::parse_experiment({reinterpret_cast<const char*>(data), size}, "file");
  } catch (const orchestrate::UsageFailure& failure) {
    require_a_fit_message(failure.what());
    return 0;
  }
  try {
    const orchestrate::Plan plan = make_plan(experiment, std::nullopt, orchestrate::scripted_host(), 1);
    static_cast<void>(plan.conditions.front());
  } catch (const orchestrate::Failure&) {
    // A level that this host does not have, or one that takes away all that the experiment compares.
  }
  return 0;
}
