#include "journal/size.hpp"

namespace orchestrate {
namespace {

// Seen with docker 20.10: 18 kB a container at its start (the engine's record and the runtime's configuration), 3 kB at
// its end, 67 bytes a batch, 3 kB a row of samples; a plan of 3 conditions has 13 kB.
constexpr std::uint64_t start_and_end_of_container = 40'000;
constexpr std::uint64_t row = 200;
constexpr std::uint64_t batch = 120;
constexpr std::uint64_t samples = 20'000;
constexpr std::uint64_t plan_and_reports = 1'000'000;

}  // namespace

std::uint64_t bytes_of_run(const Plan& plan, int rounds) {
  std::uint64_t round = 0;
  const std::uint64_t turns = static_cast<std::uint64_t>(plan.design.batches) * plan.operations.size();
  for (const Group& group : plan.groups) {
    round += group.slots() * (start_and_end_of_container + plan.samples.operations.size() * samples);
    round += turns * (row + group.slots() * batch);
  }
  return plan_and_reports + static_cast<std::uint64_t>(rounds) * round;
}

}  // namespace orchestrate
