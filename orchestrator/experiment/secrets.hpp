#pragma once

#include <string_view>
#include <vector>

#include "engine/secrets.hpp"
#include "experiment/experiment.hpp"

namespace orchestrate {

/// Whether the levels of a factor are values that no output may show: `env.API_TOKEN`.
bool is_secret(std::string_view factor);

/// Puts a mask in the place of every value of a secret variable, wherever a level is named, and gives back the values.
/// What comes after, the plan first of all, knows the masks only.
std::vector<Secret> hide_secrets(Experiment& experiment);

}  // namespace orchestrate
