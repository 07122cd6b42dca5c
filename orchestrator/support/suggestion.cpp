#include "support/suggestion.hpp"

#include <fmt/format.h>

#include "support/text.hpp"

namespace orchestrate {

std::string suggestion(std::string_view word, const std::vector<std::string>& allowed, const std::string& list) {
  // Behind the word that was meant a short list helps those who meant another; a long one hides it.
  constexpr std::size_t shortest_long_list = 13;
  const std::string near = did_you_mean(word, allowed);
  if (near.empty()) return fmt::format("; {}.", list);
  return allowed.size() < shortest_long_list ? fmt::format(".{} ({})", near, list) : fmt::format(".{}", near);
}

}  // namespace orchestrate
