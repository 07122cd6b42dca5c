#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace probe {

using Json = nlohmann::json;

/// The value on one line, without the newline. What is not UTF-8 (an environment may hold anything) is replaced.
std::string to_line(const Json& value);

/// The value for people, over several lines.
std::string to_pretty(const Json& value);

}  // namespace probe
