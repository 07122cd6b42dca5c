#include "factors/seccomp_rule.hpp"

#include <algorithm>
#include <array>

#include "support/json.hpp"

namespace orchestrate {

std::vector<std::string> calls_of(const nlohmann::json& rule) {
  std::vector<std::string> calls;
  for (const nlohmann::json& name : value_at(rule, "/names")) {
    if (name.is_string()) calls.push_back(name.get<std::string>());
  }
  if (auto name = text_at(rule, "/name"); name && !name->empty()) calls.push_back(*name);
  return calls;
}

bool is_conditional(const nlohmann::json& rule) {
  const std::array<const char*, 3> conditions{"/args", "/includes", "/excludes"};
  return std::any_of(conditions.begin(), conditions.end(),
                     [&](const char* place) { return !value_at(rule, place).empty(); });
}

int errno_of(const nlohmann::json& rule, const std::string& key, int otherwise) {
  const nlohmann::json& number = value_at(rule, "/" + key);
  return number.is_number_integer() ? number.get<int>() : otherwise;
}

}  // namespace orchestrate
