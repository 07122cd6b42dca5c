#include "plan/groups.hpp"

#include <algorithm>
#include <map>
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
  std::map<std::size_t, std::vector<std::size_t>> sets;
  for (std::size_t i = 0; i < count; ++i) sets[root(i)].push_back(i);

  std::vector<std::vector<std::size_t>> groups;
  for (const auto& [first, members] : sets) {
    const bool fits = !groups.empty() && groups.back().size() + members.size() + 1 <= most_containers_together;
    if (!fits) groups.emplace_back();
    groups.back().insert(groups.back().end(), members.begin(), members.end());
  }
  return groups;
}

}  // namespace orchestrate
