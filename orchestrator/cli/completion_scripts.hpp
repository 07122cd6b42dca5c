#pragma once

#include <string>

#include "cli/description.hpp"

namespace orchestrate {

/// What completes the command line in bash, by its function _orchestrate.
std::string bash_completion(const Description& description);

/// The same for zsh: a file _orchestrate of its function path, or text to be evaluated after compinit.
std::string zsh_completion(const Description& description);

/// The same for fish.
std::string fish_completion(const Description& description);

}  // namespace orchestrate
