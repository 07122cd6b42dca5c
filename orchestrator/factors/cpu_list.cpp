#include "factors/cpu_list.hpp"

#include <fmt/format.h>

#include <charconv>
#include <set>

namespace orchestrate {
namespace {

constexpr int largest_cpu = 8191;

/// Takes a number from the front of `text`.
std::optional<int> take_number(std::string_view& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || number < 0 || number > largest_cpu) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

}  // namespace

std::optional<std::vector<int>> parse_cpu_list(std::string_view text) {
  std::set<int> cpus;
  for (;;) {
    const auto first = take_number(text);
    if (!first) return std::nullopt;
    int last = *first;
    if (text.starts_with('-')) {
      text.remove_prefix(1);
      const auto end = take_number(text);
      if (!end || *end < *first) return std::nullopt;
      last = *end;
    }
    for (int cpu = *first; cpu <= last; ++cpu) cpus.insert(cpu);
    if (text.empty()) return std::vector<int>(cpus.begin(), cpus.end());
    if (!text.starts_with(',')) return std::nullopt;
    text.remove_prefix(1);
  }
}

std::string to_cpu_list(const std::vector<int>& cpus) {
  std::string list;
  for (std::size_t i = 0; i < cpus.size();) {
    std::size_t end = i;
    while (end + 1 < cpus.size() && cpus[end + 1] == cpus[end] + 1) ++end;
    if (!list.empty()) list += ',';
    list += end == i ? fmt::format("{}", cpus[i]) : fmt::format("{}-{}", cpus[i], cpus[end]);
    i = end + 1;
  }
  return list;
}

}  // namespace orchestrate
