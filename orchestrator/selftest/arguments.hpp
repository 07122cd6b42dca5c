#pragma once

#include <string>
#include <vector>

namespace orchestrate {

// What shells, wrappers and daemons do to an argument vector, one function each. All leave an argv without the option
// as it is.

/// Drops `option` and the value behind it.
std::vector<std::string> without_option(std::vector<std::string> arguments, const std::string& option);

/// Drops only the value behind `option`.
std::vector<std::string> without_value(std::vector<std::string> arguments, const std::string& option);

/// Makes one element of `option` and its value, with a blank between them.
std::vector<std::string> joined_with_value(std::vector<std::string> arguments, const std::string& option);

/// Puts another value behind `option`.
std::vector<std::string> with_value(std::vector<std::string> arguments, const std::string& option,
                                    const std::string& value);

/// Adds elements right behind `run`, where options of ours come first, so that later ones win over them.
std::vector<std::string> with_first(std::vector<std::string> arguments, const std::vector<std::string>& added);

/// Adds elements right before the image, so that they win over earlier ones. The image is the element before the last
/// four (the probe, `serve`, `--token` and the token).
std::vector<std::string> with_last(std::vector<std::string> arguments, const std::vector<std::string>& added);

/// Moves `option` and its value behind the image, where they become the command's.
std::vector<std::string> moved_behind_image(std::vector<std::string> arguments, const std::string& option);

/// The value behind the last `option`; empty where there is none.
std::string value_of(const std::vector<std::string>& arguments, const std::string& option);

}  // namespace orchestrate
