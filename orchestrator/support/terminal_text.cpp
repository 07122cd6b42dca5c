#include "support/terminal_text.hpp"

#include <cstdint>
#include <utility>

#include "support/text.hpp"

namespace orchestrate {
namespace {

/// How many bytes at the end of `text` begin a letter of UTF-8 that needs more of them.
std::size_t begun_letter(std::string_view text) {
  for (std::size_t length = 1; length < 4 && length <= text.size(); ++length) {
    const auto byte = static_cast<std::uint8_t>(text[text.size() - length]);
    if ((byte & 0xc0U) == 0x80U) continue;
    const std::size_t needed = byte >= 0xf0U ? 4 : byte >= 0xe0U ? 3 : byte >= 0xc0U ? 2 : 1;
    return needed > length ? length : 0;
  }
  return 0;
}

}  // namespace

std::string escaped_lines(std::string_view text) {
  std::string result;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    result += escaped(text.substr(0, end)) + '\n';
    text.remove_prefix(end + 1);
  }
  return result + escaped(text);
}

std::string EscapedPieces::next(std::string_view piece) {
  const std::string text = std::exchange(held_, {}) + std::string(piece);
  const std::size_t whole = text.size() - begun_letter(text);
  held_ = text.substr(whole);
  return escaped_lines(std::string_view(text).substr(0, whole));
}

}  // namespace orchestrate
