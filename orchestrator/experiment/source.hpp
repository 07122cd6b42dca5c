#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/position.hpp"

namespace orchestrate {

/// The text of a YAML file, fit to be parsed: UTF-8 without a byte order mark and without control characters, lines
/// ended by a line feed.
class Source {
 public:
  /// Throws Refusal at the first byte that no YAML file may hold.
  explicit Source(std::string_view bytes);

  [[nodiscard]] const std::string& text() const { return text_; }

  /// Line and column of the byte at `offset` of `text()`; an offset beyond the end is the end.
  [[nodiscard]] Position position(std::size_t offset) const;

  /// The line, without its end, that holds the byte at `offset`.
  [[nodiscard]] std::string_view line_at(std::size_t offset) const;

 private:
  [[nodiscard]] std::size_t line_index(std::size_t offset) const;
  void check() const;

  std::string text_;
  std::vector<std::size_t> line_starts_;
  /// How many bytes before an offset begin no character; empty where the text is ASCII. Makes a column a subtraction:
  /// a file may be one line of a megabyte with a hundred thousand values.
  std::vector<std::uint32_t> continuations_before_;
};

}  // namespace orchestrate
