#include <fmt/format.h>

#include "report/report.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

namespace orchestrate {

std::vector<std::string> start_by_hand(const Summary& summary, const PlannedCondition& condition) {
  const std::string program = text_at(summary.run.environment, "/engine/program").value_or("docker");
  std::vector<std::string> arguments{program, "run", "--rm", "-i", "--network", "none"};
  arguments.insert(arguments.end(), condition.spec.options.begin(), condition.spec.options.end());
  arguments.push_back(condition.spec.image);
  arguments.insert(arguments.end(), condition.spec.command.begin(), condition.spec.command.end());
  return arguments;
}

std::string commands_script(const Summary& summary) {
  std::string script = fmt::format(
      "#!/bin/sh\n# The containers of {}, one for each condition, to be started by hand. Each then waits for "
      "commands,\n"
      "# one line of JSON each, as {{\"do\":\"measure\",\"operation\":\"getpid\",\"iterations\":10000}}; Ctrl-D ends "
      "it.\nset -eu\n",
      escaped(summary.run.plan.experiment));
  for (const PlannedCondition& condition : summary.run.plan.conditions) {
    script += fmt::format("\n# {}\n{}\n", escaped(to_text(condition.condition)),
                          shell_quoted(start_by_hand(summary, condition)));
  }
  return script;
}

}  // namespace orchestrate
