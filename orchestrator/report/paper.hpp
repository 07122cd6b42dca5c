#pragma once

#include <cstddef>
#include <limits>
#include <string>

namespace orchestrate {

/// What a text is written on.
struct Paper {
  // NOLINTNEXTLINE(google-explicit-constructor): where only the colour matters, it stands for the whole.
  Paper(bool coloured) : coloured(coloured) {}
  Paper(bool coloured, std::size_t width, bool ascii) : coloured(coloured), width(width), ascii(ascii) {}

  bool coloured = false;
  std::size_t width = std::numeric_limits<std::size_t>::max();  ///< columns; a file has no end
  bool ascii = false;                                           ///< the locale knows no other letters
};

/// `text` as the paper can show it: on ASCII the signs that reports use become their likes ("…" "...", "±" "+-"), and
/// any other letter `\u{e9}`.
std::string lettered(const std::string& text, const Paper& paper);

/// Every line that is longer than the paper is wide, broken at blanks; what follows is indented by two more than the
/// line. Colours take no width. A word that is longer than the paper stays whole: it may be a path to copy.
std::string wrapped(const std::string& text, const Paper& paper);

/// Both.
std::string fitted(const std::string& text, const Paper& paper);

}  // namespace orchestrate
