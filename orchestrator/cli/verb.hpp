#pragma once

#include <functional>
#include <vector>

#include "support/failure.hpp"

namespace CLI {
class App;
}

namespace orchestrate {

/// What is done once the command line is read.
using Action = std::function<ExitStatus()>;

/// One word after `orchestrate`. `add` declares its options on the subcommand and returns what it does.
struct Verb {
  const char* name;
  const char* about;
  Action (*add)(CLI::App& command);
  const char* examples =
      "";  ///< commands for help and man page, a line each, with what they do behind two blanks or more
};

/// Every verb, in the order in which help lists them.
const std::vector<Verb>& all_verbs();

// One function a file; the table of all of them is in verbs.cpp.
Action add_run(CLI::App& command);
Action add_resume(CLI::App& command);
Action add_reproduce(CLI::App& command);
Action add_prepare(CLI::App& command);
Action add_check(CLI::App& command);
Action add_plan(CLI::App& command);
Action add_report(CLI::App& command);
Action add_compare(CLI::App& command);
Action add_show(CLI::App& command);
Action add_list(CLI::App& command);
Action add_init(CLI::App& command);
Action add_doctor(CLI::App& command);
Action add_selftest(CLI::App& command);
Action add_clean(CLI::App& command);
Action add_completion(CLI::App& command);
Action add_help(CLI::App& command);

}  // namespace orchestrate
