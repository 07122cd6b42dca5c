#include "support/json.hpp"

#include <fmt/format.h>

#include <set>
#include <vector>

namespace orchestrate {

const nlohmann::json& value_at(const nlohmann::json& document, const std::string& pointer) {
  static const nlohmann::json nothing;
  const nlohmann::json::json_pointer place(pointer);
  return document.contains(place) ? document.at(place) : nothing;
}

std::optional<std::string> text_at(const nlohmann::json& document, const std::string& pointer) {
  const nlohmann::json& value = value_at(document, pointer);
  if (!value.is_string()) return std::nullopt;
  return value.get<std::string>();
}

std::string to_line(const nlohmann::json& value) {
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string to_document(const nlohmann::ordered_json& value) {
  return value.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

nlohmann::json parse_json(std::string_view text) {
  std::vector<std::set<std::string>> keys;
  const auto refuse_a_key_twice = [&](int, nlohmann::json::parse_event_t event, nlohmann::json& parsed) {
    if (event == nlohmann::json::parse_event_t::object_start) keys.emplace_back();
    if (event == nlohmann::json::parse_event_t::object_end) keys.pop_back();
    if (event == nlohmann::json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second) {
      throw nlohmann::json::parse_error::create(101, 0, fmt::format("the key {} is given twice", parsed.dump()),
                                                nullptr);
    }
    return true;
  };
  return nlohmann::json::parse(text, refuse_a_key_twice);
}

}  // namespace orchestrate
