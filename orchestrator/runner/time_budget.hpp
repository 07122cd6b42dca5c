#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace orchestrate {

/// How long a run may still take. Without a budget there is always room.
class TimeBudget {
 public:
  /// Of `whole`, `spent_ns` are gone, and the longest round so far took `longest_round_ns` (0: none has been done).
  TimeBudget(std::optional<std::chrono::nanoseconds> whole, std::int64_t spent_ns, std::int64_t longest_round_ns);

  /// Whether a round that takes as long as the longest so far would end within the budget, so long after this part of
  /// the run began. The first round has room always: nobody knows how long it takes.
  [[nodiscard]] bool has_room(std::int64_t elapsed_ns) const;

  /// A round took so long.
  void took(std::int64_t round_ns);

 private:
  std::optional<std::int64_t> left_ns_;
  std::int64_t longest_round_ns_;
};

}  // namespace orchestrate
