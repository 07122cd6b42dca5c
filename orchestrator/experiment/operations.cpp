#include "experiment/operations.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace orchestrate {

std::vector<std::string> read_operations(const Node& list, std::vector<Problem>& problems) {
  std::vector<std::string> operations;
  for (const Node& item : list.items) {
    if (problems.size() >= most_problems) break;
    if (std::find(operations.begin(), operations.end(), item.text) == operations.end()) {
      operations.push_back(item.text);
    } else {
      problems.push_back({item.position, fmt::format("{} is given twice; once is allowed", found(item))});
    }
  }
  return operations;
}

void check_measured(const Node& operation, const std::vector<std::string>& measured) {
  if (std::find(measured.begin(), measured.end(), operation.text) != measured.end()) return;
  throw Refusal(operation.position,
                fmt::format("{} is not among operations, so it is not measured; add it there, or use one of: {}",
                            found(operation), shown(measured)));
}

}  // namespace orchestrate
