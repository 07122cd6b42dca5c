#include "runner/hand_over.hpp"

#include <fmt/format.h>

#include "runner/blame.hpp"
#include "witness/message.hpp"

namespace orchestrate {
namespace {

Batch measured_batch(Container& container, std::size_t slot, const Step& step, const Patience& patience) {
  const Awaited awaited{fmt::format("its answer to measure {}", step.operation), patience.answer};
  const Measured measured = blaming(slot, container, awaited, [&] {
    const Deadline deadline = within(patience.answer);
    container.send(measure_command(step.operation, step.iterations), deadline);
    return read_measured(container.receive(deadline), step.operation, step.iterations);
  });
  return {slot,
          measured.started_ns,
          measured.elapsed_ns,
          measured.voluntary_switches,
          measured.involuntary_switches,
          measured.minor_faults,
          measured.cpu_before,
          measured.cpu_after,
          measured.other};
}

}  // namespace

HandOver hand_over_by_stdio(const Patience& patience) {
  return [patience](const std::vector<Step>& steps, const std::vector<std::unique_ptr<Container>>& containers,
                    const std::function<bool()>& interrupted,
                    const std::function<void(const Step&, std::vector<Batch>)>& take) {
    for (const Step& step : steps) {
      if (interrupted()) return false;
      std::vector<Batch> batches;
      batches.reserve(step.slots.size());
      for (const std::size_t slot : step.slots) {
        batches.push_back(measured_batch(*containers[slot], slot, step, patience));
      }
      take(step, std::move(batches));
    }
    return true;
  };
}

}  // namespace orchestrate
