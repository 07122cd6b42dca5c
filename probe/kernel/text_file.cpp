#include "kernel/text_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <sstream>

#include "file_descriptor.hpp"

namespace probe {

Reading read_text_file(const std::string& path) {
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return {false, {}, "open " + path + ": " + std::strerror(errno)};
  std::string text;
  std::array<char, 4096> buffer;
  for (;;) {
    const ssize_t count = read(file.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return {false, {}, "read " + path + ": " + std::strerror(errno)};
    if (count == 0) return {true, text, {}};
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> pieces(1);
  for (const char character : text) {
    if (character == separator) {
      pieces.emplace_back();
    } else {
      pieces.back() += character;
    }
  }
  return pieces;
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string trimmed(const std::string& text) {
  const char* white_space = " \t\n";
  const std::size_t first = text.find_first_not_of(white_space);
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(white_space) - first + 1);
}

}  // namespace probe
