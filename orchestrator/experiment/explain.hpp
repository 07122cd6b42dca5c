#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "experiment/document.hpp"
#include "experiment/problem.hpp"

namespace orchestrate {

/// What is wrong, by `schema`, with the one value of `document` at `path` (keys, and indexes as digits), in words:
/// found, allowed, nearest. Does not look into the value's own members: each of them has a path of its own. Empty when
/// it finds nothing wrong.
std::vector<Problem> explain(const nlohmann::json& schema, const Node& document, const std::vector<std::string>& path);

}  // namespace orchestrate
