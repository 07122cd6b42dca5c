#pragma once

#include <functional>
#include <string>
#include <vector>

namespace probe {

/// A file's text, or why there is none.
struct Reading {
  bool readable;
  std::string text;
  std::string reason;  ///< "open /sys/…: No such file or directory"; empty where readable
};

/// Reads a whole file of /proc or /sys.
Reading read_text_file(const std::string& path);

/// read_text_file(), or in tests something that pretends to be it.
using TextReader = std::function<Reading(const std::string& path)>;

/// The text's lines, without their newlines.
std::vector<std::string> lines_of(const std::string& text);

/// The text cut at every `separator`, empty pieces included.
std::vector<std::string> split(const std::string& text, char separator);

/// The text's words, cut at white space.
std::vector<std::string> words_of(const std::string& text);

/// The text without white space at its ends.
std::string trimmed(const std::string& text);

}  // namespace probe
