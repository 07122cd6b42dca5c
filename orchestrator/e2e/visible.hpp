#pragma once

#include <string>

#include "support/text.hpp"

namespace orchestrate {

/// What in `text` could act on a terminal, or is not to be seen on it, escaped; tabs and the ends of lines are neither.
inline std::string invisible_in(const std::string& text) {
  std::string found;
  std::string line;
  for (const char c : text + "\n") {
    if (c == '\t') continue;
    if (c != '\n') {
      line += c;
      continue;
    }
    if (escaped(line) != line) found += escaped(line) + "\n";
    line.clear();
  }
  return found;
}

}  // namespace orchestrate
