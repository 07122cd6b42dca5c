#include "report/markdown.hpp"

#include <string_view>

#include "support/text.hpp"

namespace orchestrate {

std::string in_markdown(const std::string& text) {
  std::string result;
  for (const char c : escaped(text)) {
    // CommonMark 0.30, section 2.4: any ASCII punctuation may be escaped so. < and & begin HTML, which some renderers
    // take even then.
    if (c == '<') {
      result += "&lt;";
    } else if (c == '&') {
      result += "&amp;";
    } else {
      if (std::string_view("\\`*_{}[]#|~>").find(c) != std::string_view::npos) result += '\\';
      result += c;
    }
  }
  return result;
}

std::string markdown_table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows) {
  const auto line = [](const std::vector<std::string>& cells) {
    std::string text = "|";
    for (const std::string& cell : cells) text += " " + cell + " |";
    return text + "\n";
  };
  std::string table = line(head) + line(std::vector<std::string>(head.size(), "---"));
  for (const auto& row : rows) table += line(row);
  return table;
}

}  // namespace orchestrate
