#include "cli/secret_values.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/docker.hpp"
#include "experiment/reader.hpp"
#include "experiment/secrets.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace orchestrate {

std::unique_ptr<Engine> masking_engine(const std::string& client, std::vector<Secret> secrets,
                                       const EngineLimits& limits) {
  return secret_keeper(docker_engine(client, limits), std::move(secrets));
}

std::string in_place_of_secrets(const std::vector<Secret>& secrets) {
  return fmt::format(
      "# The experiment file is not copied here: it holds values of variables that are named like secrets, as {}.\n"
      "# plan.json has everything else that it said.\n",
      secrets.front().variable);
}

std::vector<Secret> secrets_of(const Plan& plan, const std::string& file, const std::filesystem::path& folder) {
  std::vector<Secret> secrets;
  if (!file.empty()) secrets = parse_with_secrets(read_experiment_text(file), file).secrets;
  for (const PlannedCondition& condition : plan.conditions) {
    for (const Level& level : condition.levels) {
      if (!is_secret(level.factor)) continue;
      const bool known = std::any_of(secrets.begin(), secrets.end(), [&](const Secret& secret) {
        return "env." + secret.variable == level.factor && secret.mask == level.text;
      });
      if (known) continue;
      throw UsageFailure(fmt::format(
          "{}: the values of {} are not kept with a run. Name the experiment file that has them: orchestrate resume "
          "DIR --experiment FILE{}",
          escaped(folder.string()), escaped(level.factor),
          file.empty() ? "" : fmt::format(" ({} has too few)", escaped(file))));
    }
  }
  return secrets;
}

}  // namespace orchestrate
