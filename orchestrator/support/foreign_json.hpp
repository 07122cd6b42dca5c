#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace orchestrate {

/// JSON that another program wrote; discarded (`is_discarded`) where it is none, or nested deeper than 64: what goes
/// down into a value by recursion would exhaust our stack.
nlohmann::json parse_foreign(std::string_view text);

}  // namespace orchestrate
