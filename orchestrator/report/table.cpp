#include "report/table.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "support/text.hpp"

namespace orchestrate {
namespace {

/// A last column narrower than this is harder to read than blocks are.
constexpr std::size_t narrowest_words = 24;

using Row = std::vector<Cell>;
using Widths = std::vector<std::size_t>;

/// The same table with texts that the paper can show.
Table shown_on(Table table, const Paper& paper) {
  const auto show = [&](Row& row) {
    for (Cell& cell : row) cell.text = lettered(escaped(cell.text), paper);
  };
  show(table.head);
  for (Row& row : table.rows) show(row);
  return table;
}

Widths widths(const Table& table) {
  Widths result(table.columns.size(), 0);
  const auto take = [&](const Row& row) {
    for (std::size_t i = 0; i < row.size(); ++i) result[i] = std::max(result[i], display_width(row[i].text));
  };
  take(table.head);
  for (const Row& row : table.rows) take(row);
  return result;
}

/// Of a line, its indent and the blanks between columns included.
std::size_t total(const Widths& width) {
  return std::accumulate(width.begin(), width.end(), 2 * width.size());
}

std::string table_line(const Row& row, const Table& table, const Widths& width, bool coloured) {
  std::string line;
  std::size_t owed = 2;  // blanks that are written only if something follows
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::string& text = row[i].text;
    const std::size_t used = display_width(text);
    const std::size_t fill = width[i] > used ? width[i] - used : 0;
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

/// Where the words of the last column begin when they are to be wrapped; nothing where that does not help.
std::optional<std::size_t> words_begin(const Table& table, const Widths& width, const Paper& paper) {
  if (table.columns.size() < 2 || table.columns.back() == Align::right) return std::nullopt;
  const std::size_t before = total(width) - width.back();
  if (before + narrowest_words > paper.width) return std::nullopt;
  return before;
}

/// The row with its last cell on as many lines as it needs.
std::string wrapped_line_of(const Row& row, const Table& table, const Widths& width, const Paper& paper,
                            std::size_t begin) {
  if (row.size() < table.columns.size()) return table_line(row, table, width, paper.coloured);
  const Paper column(false, paper.width - begin, false);
  std::string words = wrapped(row.back().text, column);
  Row line = row;
  std::string text;
  for (bool first = true; first || !words.empty(); first = false) {
    const std::size_t end = std::min(words.find('\n'), words.size());
    line.back().text = words.substr(0, end);
    text += table_line(line, table, width, paper.coloured);
    words.erase(0, end + 1);
    for (std::size_t i = 0; i + 1 < line.size(); ++i) line[i].text.clear();
  }
  return text;
}

/// The widest name of a column that can stand before a cell of a block.
std::size_t widest_name(const Table& table) {
  std::size_t widest = 0;
  for (std::size_t i = 1; i < table.head.size(); ++i) {
    widest = std::max(widest, display_width(table.head[i].text) + 2);
  }
  return widest;
}

std::string block_of(const Row& row, const Table& table, const Paper& paper) {
  const Cell& title = row.front();
  std::string text = title.text.empty() ? "" : "  " + painted(title.text, title.colour, paper.coloured) + "\n";
  const std::size_t widest = widest_name(table);
  for (std::size_t i = 1; i < row.size(); ++i) {
    if (row[i].text.empty()) continue;
    const Cell name = i < table.head.size() ? table.head[i] : Cell{};
    text += "    " + painted(name.text, name.colour, paper.coloured) +
            std::string(widest - display_width(name.text), ' ') + painted(row[i].text, row[i].colour, paper.coloured) +
            "\n";
  }
  return wrapped(text, paper);
}

std::string blocks_of(const Table& table, const Paper& paper) {
  std::string text;
  for (const Row& row : table.rows) text += block_of(row, table, paper);
  return text;
}

}  // namespace

std::string painted(const std::string& text, const std::string& colour, bool coloured) {
  if (!coloured || colour.empty() || text.empty()) return text;
  return "\x1b[" + colour + "m" + text + "\x1b[0m";
}

std::string to_text(const Table& given, const Paper& paper) {
  const Table table = shown_on(given, paper);
  const Widths width = widths(table);
  if (total(width) <= paper.width) {
    std::string text = table.head.empty() ? "" : table_line(table.head, table, width, paper.coloured);
    for (const Row& row : table.rows) text += table_line(row, table, width, paper.coloured);
    return text;
  }
  const auto begin = words_begin(table, width, paper);
  if (!begin) return blocks_of(table, paper);
  std::string text = table.head.empty() ? "" : table_line(table.head, table, width, paper.coloured);
  for (const Row& row : table.rows) text += wrapped_line_of(row, table, width, paper, *begin);
  return text;
}

}  // namespace orchestrate
