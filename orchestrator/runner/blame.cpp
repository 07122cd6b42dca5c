#include "runner/blame.hpp"

#include <fmt/format.h>

#include "support/time.hpp"
#include "witness/message.hpp"

namespace orchestrate {

std::string name_of(const Container& container) {
  return container.id().empty() ? "a container that the engine has not yet named"
                                : fmt::format("container {:.12}", container.id());
}

void throw_blaming(std::size_t seat, const Container& container, const Awaited& awaited) {
  try {
    throw;
  } catch (const RoundFailure&) {
    throw;
  } catch (const ProtocolError& error) {
    throw RoundFailure(error.fault(), seat, fmt::format("{}: {}", name_of(container), error.what()));
  } catch (const EngineFailure& failure) {
    if (failure.fault() != Fault::no_answer) throw RoundFailure(failure.fault(), seat, failure.what());
    throw RoundFailure(awaited.late, seat,
                       fmt::format("{}: {} did not come within {}; {} lengthens that\n{}", name_of(container),
                                   awaited.what, in_seconds(awaited.limit), awaited.option, failure.what()));
  }
}

}  // namespace orchestrate
