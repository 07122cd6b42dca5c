#pragma once

#include <string>
#include <vector>

namespace orchestrate {

using Arguments = std::vector<std::string>;

// What shells, wrappers and daemons do to an argument vector, one function each. All leave an argv without the option
// as it is.

/// Drops `option` and the value behind it.
Arguments without_option(Arguments arguments, const std::string& option);

/// Drops only the value behind `option`.
Arguments without_value(Arguments arguments, const std::string& option);

/// Makes one element of `option` and its value, with a blank between them.
Arguments joined_with_value(Arguments arguments, const std::string& option);

/// Puts another value behind `option`.
Arguments with_value(Arguments arguments, const std::string& option, const std::string& value);

/// Adds elements right behind `run`, where options of ours come first, so that later ones win over them.
Arguments with_first(Arguments arguments, const Arguments& added);

/// Adds elements right before the image, so that they win over earlier ones. The image is the element before the last
/// four (the probe, `serve`, `--token` and the token).
Arguments with_last(Arguments arguments, const Arguments& added);

/// Moves `option` and its value behind the image, where they become the command's.
Arguments moved_behind_image(Arguments arguments, const std::string& option);

/// The value behind the last `option`; empty where there is none.
std::string value_of(const Arguments& arguments, const std::string& option);

}  // namespace orchestrate
