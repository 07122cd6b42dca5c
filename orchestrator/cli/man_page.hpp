#pragma once

#include <string>

#include "cli/description.hpp"

namespace orchestrate {

/// The page orchestrate(1) in the language of man(7).
std::string man_page(const Description& description, const std::string& version);

}  // namespace orchestrate
