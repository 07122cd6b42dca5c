#include "nearest.hpp"

#include <algorithm>
#include <numeric>

namespace probe {

namespace {

/// Levenshtein's distance, one row of the table at a time.
std::size_t distance(const std::string& from, const std::string& to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t replaced = diagonal + (from[i] == to[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string nearest(const std::string& word, const std::vector<std::string>& candidates) {
  return *std::min_element(
      candidates.begin(), candidates.end(),
      [&](const std::string& left, const std::string& right) { return distance(left, word) < distance(right, word); });
}

}  // namespace probe
