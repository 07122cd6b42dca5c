#include "report/paper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "support/text.hpp"

namespace orchestrate {
namespace {

struct Likeness {
  std::string_view sign;
  std::string_view ascii;
};

constexpr std::array likenesses{Likeness{"…", "..."}, Likeness{"±", "+-"}, Likeness{"µ", "u"},  Likeness{"–", "-"},
                                Likeness{"−", "-"},   Likeness{"×", "x"},  Likeness{"→", "->"}, Likeness{"\u00a0", " "},
                                Likeness{"“", "\""},  Likeness{"”", "\""}, Likeness{"’", "'"}};

/// Length in bytes of the UTF-8 sequence that begins with `first`; text here is escaped, so it is well-formed.
std::size_t length_of(unsigned char first) {
  if (first < 0xc0) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

std::string number_of(std::string_view letter) {
  auto point = static_cast<unsigned char>(letter.front()) & (0xffU >> (letter.size() + 1));
  for (const char c : letter.substr(1)) point = point << 6U | (static_cast<unsigned char>(c) & 0x3fU);
  return fmt::format("\\u{{{:x}}}", point);
}

std::string ascii_of(std::string_view letter) {
  for (const Likeness& likeness : likenesses) {
    if (likeness.sign == letter) return std::string(likeness.ascii);
  }
  return number_of(letter);
}

/// `text` without the sequences that set colours.
std::string bare(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b') {
      i = std::min(text.find('m', i), text.size());
    } else {
      result += text[i];
    }
  }
  return result;
}

std::size_t width_of(std::string_view text) {
  return display_width(bare(text));
}

/// One line without its end. Blanks within are kept where the line is not broken: they may align something.
std::string wrapped_line(std::string_view line, std::size_t width) {
  if (width_of(line) <= width) return std::string(line);
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  const std::string next_indent(indent + 2, ' ');
  std::string result;
  std::string current(line.substr(0, indent));
  for (std::size_t at = indent; at < line.size();) {
    const std::size_t blank = std::min(line.find(' ', at), line.size());
    const std::size_t next = std::min(line.find_first_not_of(' ', blank), line.size());
    const std::string_view word = line.substr(at, blank - at);
    const bool first = current.find_first_not_of(' ') == std::string::npos;
    if (!first && width_of(current) + width_of(word) > width) {
      result += current.substr(0, current.find_last_not_of(' ') + 1) + "\n";
      current = next_indent;
    }
    current += word;
    current += line.substr(blank, next - blank);
    at = next;
  }
  return result + current.substr(0, current.find_last_not_of(' ') + 1);
}

}  // namespace

std::string lettered(const std::string& text, const Paper& paper) {
  if (!paper.ascii) return text;
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = length_of(static_cast<unsigned char>(text[i]));
    const std::string_view letter = std::string_view(text).substr(i, length);
    result += letter.size() == 1 ? std::string(letter) : ascii_of(letter);
    i += length;
  }
  return result;
}

std::string wrapped(const std::string& text, const Paper& paper) {
  std::string result;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    result += wrapped_line(std::string_view(text).substr(begin, end - begin), paper.width);
    if (end < text.size()) result += '\n';
    begin = end + 1;
  }
  return result;
}

std::string fitted(const std::string& text, const Paper& paper) {
  return wrapped(lettered(text, paper), paper);
}

}  // namespace orchestrate
