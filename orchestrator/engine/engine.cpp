#include "engine/engine.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <limits>

#include "support/interruption.hpp"

namespace orchestrate {
namespace {

/// For poll(2), rounded up: one that is too short would be asked again and again.
int milliseconds_until(Deadline deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, std::numeric_limits<int>::max()));
}

}  // namespace

std::optional<std::size_t> first_to_speak(const std::vector<const Container*>& containers, Deadline deadline) {
  std::vector<pollfd> awaited;
  for (const Container* container : containers) {
    if (container->awaited() < 0) return awaited.size();
    awaited.push_back({container->awaited(), POLLIN, 0});
  }
  // poll(2) overlooks a negative number, which is what there is where nobody listens to signals.
  awaited.push_back({urgent_interruption(), POLLIN, 0});
  for (;;) {
    const int limit = milliseconds_until(deadline);
    const int ready = ::poll(awaited.data(), awaited.size(), limit);
    if (interruption_is_urgent()) throw Interrupted();
    if (ready > 0) break;
    if (ready == 0 && limit == 0) return std::nullopt;
    if (ready < 0 && errno != EINTR) return std::nullopt;
  }
  const auto first = std::find_if(awaited.begin(), awaited.end(), [](const pollfd& one) { return one.revents != 0; });
  return static_cast<std::size_t>(first - awaited.begin());
}

std::unique_ptr<Container> Engine::start(const ContainerSpec& spec, const Ownership& ownership) {
  auto folder = std::make_unique<TemporaryFolder>();
  auto arguments = run_arguments(spec, ownership, (folder->path() / "id").string());
  return launch(std::move(arguments), std::move(folder));
}

}  // namespace orchestrate
