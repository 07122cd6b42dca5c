#pragma once

#include <string>
#include <vector>

#include "report/paper.hpp"

namespace orchestrate {

/// Colours of what is good, what asks for care, what is bad, and what is less important: SGR parameters
/// (ECMA-48, 8.3.117).
inline constexpr const char* green = "32";
inline constexpr const char* yellow = "33";
inline constexpr const char* red = "31;1";
inline constexpr const char* dim = "2";

enum class Align { left, right };

/// A cell's text and, where it says something, its colour (an SGR parameter as "32"; empty for none).
struct Cell {
  std::string text;
  std::string colour;
};

struct Table {
  std::vector<Align> columns;
  std::vector<Cell> head;
  std::vector<std::vector<Cell>> rows;
};

/// The table with its columns aligned by display width, two spaces between them, every line indented by two and none
/// with trailing blanks. All text is escaped. On paper that is too narrow the last column is wrapped, if it is one of
/// words; where that is not enough each row becomes a block, its first cell above and each other that is not empty on a
/// line of its own behind its column's name. Nothing is cut off.
std::string to_text(const Table& given, const Paper& paper);

/// `text` in a colour, if `coloured`.
std::string painted(const std::string& text, const std::string& colour, bool coloured);

}  // namespace orchestrate
