#include "os_release.hpp"

#include "kernel/text_file.hpp"

namespace probe {

namespace {

/// A value as a shell would read it: in double quotes a backslash takes the next character as it is.
std::string unquoted(const std::string& value) {
  if (value.empty() || (value[0] != '"' && value[0] != '\'')) return value;
  const char quote = value[0];
  std::string plain;
  for (std::size_t i = 1; i < value.size() && value[i] != quote; ++i) {
    const bool escapes = quote == '"' && value[i] == '\\' && i + 1 < value.size();
    if (escapes) ++i;
    plain += value[i];
  }
  return plain;
}

}  // namespace

std::string pretty_name(const std::string& os_release) {
  const std::string key = "PRETTY_NAME=";
  std::string name;
  for (const std::string& line : lines_of(os_release)) {
    if (line.compare(0, key.size(), key) == 0) name = unquoted(trimmed(line.substr(key.size())));
  }
  return name;
}

}  // namespace probe
