#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/position.hpp"

namespace orchestrate {

/// One thing that is wrong with a file, and where. The text says what was found and what is allowed, and holds nothing
/// from the file unescaped.
struct Problem {
  Position position;
  std::string text;
};

/// A problem that ends the reading of the part it is in. Does not leave the folder experiment/: the readers turn it
/// into a UsageFailure that names the file.
class Refusal : public std::runtime_error {
 public:
  Refusal(Position position, const std::string& text) : std::runtime_error(text), position_(position) {}

  [[nodiscard]] Problem problem() const { return {position_, what()}; }

 private:
  Position position_;
};

/// After so many problems a reader stops looking: nobody reads more at once, and a hostile file could make millions.
constexpr std::size_t most_problems = 10;

/// Throws a UsageFailure with one line a problem, `file:line:column: text`, in the order of the file; where there are
/// more than `most_problems`, it says so.
[[noreturn]] void refuse(const std::filesystem::path& file, std::vector<Problem> problems);

/// Calls `read`; a Refusal becomes one more of `problems`, so that the parts after it are read and checked as well.
/// Does nothing when there are `most_problems` already.
template <typename Read>
void collect(std::vector<Problem>& problems, Read read) {
  if (problems.size() >= most_problems) return;
  try {
    read();
  } catch (const Refusal& refusal) {
    problems.push_back(refusal.problem());
  }
}

/// Text from a file as it may stand in a message: escaped, and cut where it is long.
std::string shown(std::string_view text);

/// A list for a message, each word as `shown` gives it; only the beginning of a long one.
std::string shown(const std::vector<std::string>& words);

/// "no", "one", "two", … "ten", then digits.
std::string in_words(std::size_t count);

}  // namespace orchestrate
