#include <fmt/format.h>

#include <algorithm>

#include "experiment/secrets.hpp"
#include "report/report.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

namespace orchestrate {

std::vector<std::string> start_by_hand(const Summary& summary, const PlannedCondition& condition) {
  const std::string program = text_at(summary.run.environment, "/engine/program").value_or("docker");
  std::vector<std::string> arguments{program, "run", "--rm", "-i"};
  const std::vector<std::string>& options = condition.spec.options;
  // A journal from before the network was a factor has no such option: there was none.
  const bool says = std::find(options.begin(), options.end(), "--network") != options.end();
  if (!says) arguments.insert(arguments.end(), {"--network", "none"});
  arguments.insert(arguments.end(), options.begin(), options.end());
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
    // experiment/secrets.hpp: a run keeps masks only.
    const bool masked = std::any_of(condition.levels.begin(), condition.levels.end(),
                                    [](const Level& level) { return is_secret(level.factor); });
    if (masked) script += "\n# [secret N] stands for a value that is not kept: put yours there.";
    script += fmt::format("\n# {}\n{}\n", escaped(to_text(condition.condition)),
                          shell_quoted(start_by_hand(summary, condition)));
  }
  return script;
}

}  // namespace orchestrate
