#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

#include "engine/engine.hpp"

namespace orchestrate {

/// A round cannot be finished as it is: what went wrong, and in which of its containers, where one can be named.
class RoundFailure : public EngineFailure {
 public:
  RoundFailure(Fault fault, std::optional<std::size_t> seat, const std::string& text)
      : EngineFailure(text, fault), seat_(seat) {}

  [[nodiscard]] std::optional<std::size_t> seat() const noexcept { return seat_; }

 private:
  std::optional<std::size_t> seat_;
};

/// Something that a container is to do in time.
struct Awaited {
  std::string what;  ///< "its answer to measure getpid"
  std::chrono::milliseconds limit;
  const char* option = "--answer-timeout";  ///< lengthens the limit
  Fault late = Fault::no_answer;
};

/// "container 9bda155d5820", or that it has no id yet.
std::string name_of(const Container& container);

/// To be called while a ProtocolError or an EngineFailure is being handled: throws what it says on as a RoundFailure
/// that names the container and its seat, and for one that was late what was awaited and what gives it more time.
[[noreturn]] void throw_blaming(std::size_t seat, const Container& container, const Awaited& awaited);

/// What `act` returns; what it throws blames the container of a seat.
template <typename Act>
auto blaming(std::size_t seat, const Container& container, const Awaited& awaited, const Act& act) {
  try {
    return act();
  } catch (const std::exception&) {
    throw_blaming(seat, container, awaited);
  }
}

}  // namespace orchestrate
