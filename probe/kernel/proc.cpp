#include "kernel/proc.hpp"

#include "kernel/text_file.hpp"

namespace probe {

std::map<std::string, std::string> parse_status(const std::string& text) {
  std::map<std::string, std::string> fields;
  for (const std::string& line : lines_of(text)) {
    const std::size_t colon = line.find(':');
    if (colon != std::string::npos) fields[line.substr(0, colon)] = trimmed(line.substr(colon + 1));
  }
  return fields;
}

std::map<std::string, std::string> parse_vdso_lines(const std::string& maps) {
  std::map<std::string, std::string> found;
  for (const std::string& line : lines_of(maps)) {
    const std::size_t bracket = line.rfind('[');
    if (bracket == std::string::npos || line.back() != ']') continue;
    const std::string name = line.substr(bracket + 1, line.size() - bracket - 2);
    if (name == "vdso" || name.compare(0, 4, "vvar") == 0) found[name] = line;
  }
  return found;
}

StealTicks parse_steal_ticks(const std::string& stat) {
  // "cpu  user nice system idle iowait irq softirq steal guest guest_nice" (proc(5))
  constexpr std::size_t steal_word = 8;
  for (const std::string& line : lines_of(stat)) {
    const std::vector<std::string> words = words_of(line);
    if (words.size() > steal_word && words[0] == "cpu") return {true, std::stoull(words[steal_word])};
  }
  return {false, 0};
}

}  // namespace probe
