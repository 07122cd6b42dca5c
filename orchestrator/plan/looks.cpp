#include "plan/looks.hpp"

#include <array>

namespace orchestrate {

std::vector<int> preset_looks(int least, int most) {
  constexpr std::array<int, 5> preset{6, 9, 13, 19, 30};
  std::vector<int> looks{least};
  for (const int look : preset) {
    if (look > least && look < most) looks.push_back(look);
  }
  if (most > least) looks.push_back(most);
  return looks;
}

}  // namespace orchestrate
