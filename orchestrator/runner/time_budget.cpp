#include "runner/time_budget.hpp"

#include <algorithm>

namespace orchestrate {

TimeBudget::TimeBudget(std::optional<std::chrono::nanoseconds> whole, std::int64_t spent_ns,
                       std::int64_t longest_round_ns)
    : longest_round_ns_(longest_round_ns) {
  if (whole) left_ns_ = whole->count() - spent_ns;
}

bool TimeBudget::has_room(std::int64_t elapsed_ns) const {
  return !left_ns_ || longest_round_ns_ == 0 || elapsed_ns + longest_round_ns_ <= *left_ns_;
}

void TimeBudget::took(std::int64_t round_ns) {
  longest_round_ns_ = std::max(longest_round_ns_, round_ns);
}

}  // namespace orchestrate
