#pragma once

#include <cstddef>
#include <vector>

namespace orchestrate {

/// A group that is to go on, until it has so many rounds.
struct NextLook {
  std::size_t group = 0;
  int rounds = 0;

  bool operator==(const NextLook&) const = default;
};

/// The numbers of rounds at which a run looks whether it is precise enough: the preset ones (6, 9, 13, 19, 30) that lie
/// between `least` and `most`, with both ends. They are fixed before the run, because the interval pays for each.
std::vector<int> preset_looks(int least, int most);

}  // namespace orchestrate
