#include "plan/groups.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace orchestrate {

std::vector<std::vector<std::size_t>> grouped(std::size_t count,
                                              const std::vector<std::pair<std::size_t, std::size_t>>& compared) {
  // Union-find; the root of a set is its smallest member.
  std::vector<std::size_t> parent(count);
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t at) {
    while (parent[at] != at) at = parent[at] = parent[parent[at]];
    return at;
  };
  for (const auto& [a, b] : compared) {
    const std::size_t one = root(a);
    const std::size_t two = root(b);
    parent[std::max(one, two)] = std::min(one, two);
  }
  // The members of each set, one set after the other by its root, each in ascending order.
  std::vector<std::size_t> end(count + 1, 0);
  for (std::size_t i = 0; i < count; ++i) ++end[root(i) + 1];
  std::partial_sum(end.begin(), end.end(), end.begin());
  std::vector<std::size_t> members(count);
  for (std::size_t i = 0; i < count; ++i) members[end[root(i)]++] = i;

  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t begin = 0; begin < count;) {
    const std::size_t set_end = end[root(members[begin])];
    const bool fits = !groups.empty() && groups.back().size() + (set_end - begin) + 1 <= most_containers_together;
    if (!fits) groups.emplace_back();
    groups.back().insert(groups.back().end(), members.begin() + static_cast<std::ptrdiff_t>(begin),
                         members.begin() + static_cast<std::ptrdiff_t>(set_end));
    begin = set_end;
  }
  return groups;
}

}  // namespace orchestrate
