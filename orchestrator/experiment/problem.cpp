#include "experiment/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "support/failure.hpp"
#include "support/text.hpp"

namespace orchestrate {

void refuse(const std::filesystem::path& file, std::vector<Problem> problems) {
  std::stable_sort(problems.begin(), problems.end(),
                   [](const Problem& a, const Problem& b) { return a.position < b.position; });
  const std::string name = escaped(file.string());
  const bool enough = problems.size() >= most_problems;
  if (enough) problems.resize(most_problems);
  std::vector<std::string> lines;
  lines.reserve(problems.size() + 1);
  for (const Problem& problem : problems) {
    lines.push_back(fmt::format("{}:{}:{}: {}", name, problem.position.line, problem.position.column, problem.text));
  }
  if (enough) lines.push_back(fmt::format("{}: there may be more", name));
  throw UsageFailure(joined(lines, "\n"));
}

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 80;
  if (text.size() <= longest) return escaped(text);
  // Not in the middle of a character: its bytes after the first are 10xxxxxx.
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) --end;
  return escaped(text.substr(0, end)) + "…";
}

std::string shown(const std::vector<std::string>& words) {
  constexpr std::size_t most = 20;
  std::vector<std::string> safe;
  for (const std::string& word : words) {
    if (safe.size() == most) {
      safe.push_back(fmt::format("… ({} in all)", words.size()));
      break;
    }
    safe.push_back(word.empty() ? "\"\"" : shown(word));
  }
  return joined(safe);
}

std::string in_words(std::size_t count) {
  static constexpr std::array<const char*, 11> words{"no",  "one",   "two",   "three", "four", "five",
                                                     "six", "seven", "eight", "nine",  "ten"};
  return count < words.size() ? words[count] : fmt::format("{}", count);
}

}  // namespace orchestrate
