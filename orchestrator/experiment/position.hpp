#pragma once

#include <tuple>

namespace orchestrate {

/// A place in a file for messages, both counted from 1; a column is a character (a code point), not a byte.
struct Position {
  int line = 0;
  int column = 0;

  bool operator==(const Position&) const = default;
  bool operator<(const Position& other) const { return std::tie(line, column) < std::tie(other.line, other.column); }
};

}  // namespace orchestrate
