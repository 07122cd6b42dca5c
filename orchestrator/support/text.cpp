#include "support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>

namespace orchestrate {
namespace {

struct Decoded {
  char32_t point = 0;
  std::size_t length = 0;  ///< bytes; 0 when the bytes at this place are not UTF-8
};

/// Unicode 15, table 3-7: the well-formed byte sequences.
Decoded decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t first = byte(0);
  if (first < 0x80) return {first, 1};
  std::size_t length = 0;
  char32_t point = 0;
  if (first >= 0xC2 && first <= 0xDF) {
    length = 2;
    point = first & 0x1FU;
  } else if (first >= 0xE0 && first <= 0xEF) {
    length = 3;
    point = first & 0x0FU;
  } else if (first >= 0xF0 && first <= 0xF4) {
    length = 4;
    point = first & 0x07U;
  }
  if (length == 0 || text.size() < length) return {};
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return {};
    point = (point << 6U) | (byte(i) & 0x3FU);
  }
  const bool overlong = (length == 3 && point < 0x800) || (length == 4 && point < 0x10000);
  const bool surrogate = point >= 0xD800 && point <= 0xDFFF;
  if (overlong || surrogate || point > 0x10FFFF) return {};
  return {point, length};
}

struct Range {
  char32_t first;
  char32_t last;
};

template <std::size_t N>
bool in(const std::array<Range, N>& ranges, char32_t point) {
  return std::any_of(ranges.begin(), ranges.end(), [&](Range r) { return point >= r.first && point <= r.last; });
}

/// Characters that are not seen but act: C0, DEL, C1, soft hyphen, zero-width, bidirectional controls, separators,
/// byte order mark, tags (Unicode general categories Cc, Cf, Zl, Zp as far as they mislead).
constexpr std::array<Range, 13> invisible{{{0x00, 0x1F},
                                           {0x7F, 0x9F},
                                           {0xAD, 0xAD},
                                           {0x61C, 0x61C},
                                           {0x180E, 0x180E},
                                           {0x200B, 0x200F},
                                           {0x2028, 0x202E},
                                           {0x2060, 0x206F},
                                           {0xFEFF, 0xFEFF},
                                           {0xFFF9, 0xFFFB},
                                           {0x1BCA0, 0x1BCA3},
                                           {0x1D173, 0x1D17A},
                                           {0xE0000, 0xE007F}}};

constexpr std::array<Range, 5> combining{
    {{0x300, 0x36F}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}}};

/// Unicode Standard Annex 11, East Asian width W and F, the large blocks.
constexpr std::array<Range, 9> wide{{{0x1100, 0x115F},
                                     {0x2E80, 0x303E},
                                     {0x3041, 0xA4CF},
                                     {0xAC00, 0xD7A3},
                                     {0xF900, 0xFAFF},
                                     {0xFE30, 0xFE6F},
                                     {0xFF00, 0xFF60},
                                     {0x1F300, 0x1F64F},
                                     {0x20000, 0x3FFFD}}};

/// Optimal string alignment distance: insert, delete, replace, and swap of neighbours each cost one.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      const std::size_t replaced = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const Decoded next = decode(text);
    if (next.length == 0) {
      result += fmt::format("\\x{:02x}", static_cast<std::uint8_t>(text.front()));
      text.remove_prefix(1);
      continue;
    }
    if (next.point == U'\n') {
      result += "\\n";
    } else if (next.point == U'\t') {
      result += "\\t";
    } else if (in(invisible, next.point)) {
      result += next.point < 0x80 ? fmt::format("\\x{:02x}", static_cast<std::uint32_t>(next.point))
                                  : fmt::format("\\u{{{:x}}}", static_cast<std::uint32_t>(next.point));
    } else {
      result += text.substr(0, next.length);
    }
    text.remove_prefix(next.length);
  }
  return result;
}

std::size_t first_not_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const Decoded next = decode(text.substr(at));
    if (next.length == 0) return at;
    at += next.length;
  }
  return std::string_view::npos;
}

std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& allowed) {
  // A word of any length from a file must not cost quadratic time.
  constexpr std::size_t longest_word = 64;
  if (word.empty() || word.size() > longest_word) return std::nullopt;
  std::optional<std::string> best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : allowed) {
    const std::size_t distance = edit_distance(lower(word), lower(candidate));
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& allowed) {
  const auto near = nearest(word, allowed);
  return near ? fmt::format(" Did you mean {}?", *near) : std::string{};
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  return fmt::format("{}", fmt::join(words, between));
}

std::string replaced(std::string_view text, std::string_view piece, std::string_view by) {
  std::string result;
  std::size_t begin = 0;
  for (std::size_t at = text.find(piece); at != std::string_view::npos; at = text.find(piece, begin)) {
    result.append(text.substr(begin, at - begin)).append(by);
    begin = at + piece.size();
  }
  return result.append(text.substr(begin));
}

std::string counted(std::size_t number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

std::string shell_quoted(const std::vector<std::string>& arguments) {
  static constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,@%+";
  std::vector<std::string> quoted;
  for (const std::string& argument : arguments) {
    if (!argument.empty() && argument.find_first_not_of(plain) == std::string::npos) {
      quoted.push_back(argument);
      continue;
    }
    std::string one = "'";
    for (const char c : argument) one += c == '\'' ? std::string("'\\''") : std::string(1, c);
    quoted.push_back(one + "'");
  }
  return joined(quoted, " ");
}

std::size_t display_width(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const Decoded next = decode(text);
    if (!in(combining, next.point)) columns += in(wide, next.point) ? 2 : 1;
    text.remove_prefix(std::max<std::size_t>(1, next.length));
  }
  return columns;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

}  // namespace orchestrate
