#include "support/foreign_json.hpp"

#include "support/nesting.hpp"

namespace orchestrate {

nlohmann::json parse_foreign(std::string_view text) {
  constexpr int deepest = 64;
  if (nested_deeper_than(deepest, text)) return nlohmann::json(nlohmann::json::value_t::discarded);
  return nlohmann::json::parse(text, nullptr, false);
}

}  // namespace orchestrate
