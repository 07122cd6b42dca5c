#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace orchestrate {

/// The text at a JSON pointer ("/HostConfig/CpusetCpus"); nothing where there is no such member or it is not text.
std::optional<std::string> text_at(const nlohmann::json& document, const std::string& pointer);

/// The value at a JSON pointer; null where there is none. The result lives as long as `document`.
const nlohmann::json& value_at(const nlohmann::json& document, const std::string& pointer);

/// One line of JSON. Bytes that are not UTF-8, as a container may write them, become U+FFFD.
std::string to_line(const nlohmann::json& value);

/// JSON for a file that people may open: indented by two, with a final new line.
std::string to_document(const nlohmann::ordered_json& value);

/// Parses JSON in which no object has a key twice (nlohmann/json keeps the last without a word). Throws
/// nlohmann::json::parse_error.
nlohmann::json parse_json(std::string_view text);

}  // namespace orchestrate
