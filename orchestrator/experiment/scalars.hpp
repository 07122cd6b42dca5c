#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "experiment/document.hpp"

namespace orchestrate {

/// The document as JSON, for the schema. What is quoted is text. A plain scalar is a number only where JSON would read
/// the same number (no `010`, `+1`, `0x10`, `.5`), true and false only where it is so written (`yes`, `on` are text),
/// and null where nothing, `~` or `null` was written.
nlohmann::json to_json(const Node& node);

/// The number that `text` is in JSON's grammar, if it is finite.
std::optional<double> number_in(std::string_view text);

}  // namespace orchestrate
