#include "report/table.hpp"

#include <algorithm>

#include "support/text.hpp"

namespace orchestrate {
namespace {

std::vector<std::size_t> widths(const Table& table) {
  std::vector<std::size_t> result(table.columns.size(), 0);
  const auto take = [&](const std::vector<Cell>& row) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      result[i] = std::max(result[i], display_width(escaped(row[i].text)));
    }
  };
  take(table.head);
  for (const auto& row : table.rows) take(row);
  return result;
}

std::string line_of(const std::vector<Cell>& row, const Table& table, const std::vector<std::size_t>& width,
                    bool coloured) {
  std::string line;
  std::size_t owed = 2;  // blanks that are written only if something follows
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::string text = escaped(row[i].text);
    const std::size_t fill = width[i] - display_width(text);
    const bool right = table.columns[i] == Align::right;
    if (right) owed += fill;
    if (!text.empty()) {
      line += std::string(owed, ' ') + painted(text, row[i].colour, coloured);
      owed = 0;
    }
    if (!right) owed += fill;
    owed += 2;
  }
  return line + "\n";
}

}  // namespace

std::string painted(const std::string& text, const std::string& colour, bool coloured) {
  if (!coloured || colour.empty()) return text;
  return "\x1b[" + colour + "m" + text + "\x1b[0m";
}

std::string to_text(const Table& table, bool coloured) {
  const auto width = widths(table);
  std::string text;
  if (!table.head.empty()) text += line_of(table.head, table, width, coloured);
  for (const auto& row : table.rows) text += line_of(row, table, width, coloured);
  return text;
}

}  // namespace orchestrate
