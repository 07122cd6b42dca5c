#include "experiment/source.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiment/problem.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80;
}

/// YAML 1.2, section 5.1: of the control characters only tab and line ends may stand in a file as they are.
bool is_forbidden_control(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  return (value < 0x20 && byte != '\t' && byte != '\n') || value == 0x7F;
}

/// Without the byte order mark, and with every line end (CR LF, CR) as a line feed: what remains has the same lines.
std::string normalised(std::string_view bytes) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (bytes.starts_with(byte_order_mark)) bytes.remove_prefix(byte_order_mark.size());
  std::string text;
  text.reserve(bytes.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const bool carriage_return = bytes[i] == '\r';
    if (carriage_return && i + 1 < bytes.size() && bytes[i + 1] == '\n') continue;
    text += carriage_return ? '\n' : bytes[i];
  }
  return text;
}

}  // namespace

Source::Source(std::string_view bytes) : text_(normalised(bytes)) {
  line_starts_.push_back(0);
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
  }
  if (std::any_of(text_.begin(), text_.end(), [](char byte) { return static_cast<unsigned char>(byte) >= 0x80; })) {
    continuations_before_.reserve(text_.size() + 1);
    continuations_before_.push_back(0);
    for (const char byte : text_) {
      continuations_before_.push_back(continuations_before_.back() + (is_continuation(byte) ? 1U : 0U));
    }
  }
  check();
}

void Source::check() const {
  if (const std::size_t at = first_not_utf8(text_); at != std::string::npos) {
    throw Refusal(position(at), fmt::format("byte {} is not UTF-8; save the file as UTF-8",
                                            escaped(std::string_view(text_).substr(at, 1))));
  }
  const auto control = std::find_if(text_.begin(), text_.end(), is_forbidden_control);
  if (control == text_.end()) return;
  const Position here = position(static_cast<std::size_t>(control - text_.begin()));
  if (*control == '\0') throw Refusal(here, "a NUL byte; YAML is text (was the file saved as UTF-16?)");
  const std::string seen = escaped(std::string(1, *control));
  throw Refusal(here, fmt::format("control character {0}; only tab and line ends may stand in a file as they are, in "
                                  "double quotes \"{0}\" may",
                                  seen));
}

std::size_t Source::line_index(std::size_t offset) const {
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  return static_cast<std::size_t>(after - line_starts_.begin()) - 1;
}

Position Source::position(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  const std::size_t line = line_index(offset);
  const std::size_t start = line_starts_[line];
  std::size_t column = offset - start;
  if (!continuations_before_.empty()) column -= continuations_before_[offset] - continuations_before_[start];
  return {static_cast<int>(line) + 1, static_cast<int>(column) + 1};
}

std::string_view Source::line_at(std::size_t offset) const {
  const std::size_t start = line_starts_[line_index(std::min(offset, text_.size()))];
  const std::string_view rest = std::string_view(text_).substr(start);
  return rest.substr(0, rest.find('\n'));
}

}  // namespace orchestrate
