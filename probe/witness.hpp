#pragma once

#include <string>

#include "json.hpp"

namespace probe {

/// Everything this process can see of the conditions it runs under, as a JSON object; what cannot be read has no key,
/// and a reason under "unreadable". An empty token is left out.
Json take_witness(const std::string& token);

}  // namespace probe
