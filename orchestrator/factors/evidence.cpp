#include "factors/evidence.hpp"

#include <fmt/format.h>

#include "support/json.hpp"

namespace orchestrate {

bool has(const nlohmann::json& document, const std::string& pointer) {
  return document.contains(nlohmann::json::json_pointer(pointer));
}

Observation unreadable_in(const Witness& witness, const std::string& key) {
  const auto reason = witness.unreadable.find(key);
  if (reason == witness.unreadable.end()) return unreadable(fmt::format("the process reports no {}", key));
  return unreadable(fmt::format("the process could not read {}: {}", key, reason->second));
}

std::optional<std::vector<std::string>> security_options(const nlohmann::json& record, std::string_view name) {
  if (!has(record, "/HostConfig/SecurityOpt")) return std::nullopt;
  std::vector<std::string> found;
  // Where none was given docker shows null, which has no elements.
  for (const nlohmann::json& option : value_at(record, "/HostConfig/SecurityOpt")) {
    if (!option.is_string()) continue;
    const auto& text = option.get_ref<const std::string&>();
    if (text == name) found.emplace_back();
    if (text.size() <= name.size() || !text.starts_with(name)) continue;
    const char separator = text[name.size()];
    if (separator == '=' || separator == ':') found.push_back(text.substr(name.size() + 1));
  }
  return found;
}

bool tells_daemon_options(const nlohmann::json& engine) {
  return has(engine, "/info/SecurityOptions");
}

std::optional<std::string> daemon_option(const nlohmann::json& engine, std::string_view name) {
  const std::string entry = fmt::format("name={}", name);
  for (const nlohmann::json& option : value_at(engine, "/info/SecurityOptions")) {
    if (!option.is_string()) continue;
    const auto& text = option.get_ref<const std::string&>();
    if (text == entry) return std::string{};
    if (text.starts_with(entry + ",")) return text.substr(entry.size() + 1);
  }
  return std::nullopt;
}

}  // namespace orchestrate
