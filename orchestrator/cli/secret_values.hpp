#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/docker.hpp"
#include "engine/engine.hpp"
#include "engine/secrets.hpp"
#include "plan/plan.hpp"

namespace orchestrate {

/// The engine that `client` speaks to, as everything else may see it: with masks in place of secret values.
std::unique_ptr<Engine> masking_engine(const std::string& client, std::vector<Secret> secrets,
                                       const EngineLimits& limits = {});

/// What a run's folder has in place of an experiment file that holds secrets, of which there is one at least.
std::string in_place_of_secrets(const std::vector<Secret>& secrets);

/// The values behind the masks of a plan, which nothing keeps: the experiment file `file` has them. Throws
/// UsageFailure where a value is wanted that it lacks, or it is not named (empty). `folder` is the run's.
std::vector<Secret> secrets_of(const Plan& plan, const std::string& file, const std::filesystem::path& folder);

}  // namespace orchestrate
