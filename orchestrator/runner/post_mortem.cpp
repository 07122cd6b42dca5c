#include "runner/post_mortem.hpp"

#include <fmt/format.h>

#include <map>

#include "support/json.hpp"
#include "support/process.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;

/// Engines tell a signal as an exit status above this (runc, as shells do); a program may also exit so by itself.
constexpr int signalled = 128;
constexpr int last_signal = 64;

Ending ending_with(int status, bool out_of_memory, const std::string& error) {
  const std::string said = error.empty() ? "" : fmt::format("; the engine says: {}", escaped(error));
  if (out_of_memory) {
    return {Fault::out_of_memory,
            fmt::format("was ended because its memory limit was reached (exit status {}){}", status, said)};
  }
  if (status > signalled && status <= signalled + last_signal) {
    return {Fault::by_signal, fmt::format("was ended by {} (exit status {}){}",
                                          to_text(ExitState{std::nullopt, status - signalled}), status, said)};
  }
  return {error.empty() ? Fault::probe_ended : Fault::engine_error,
          fmt::format("ended by itself with exit status {}{}", status, said)};
}

/// What the engine says of one container; its absence where it knows it no more. Throws EngineFailure where it does not
/// answer at all.
std::optional<Ending> ending_of(const Container& container, Engine& engine) {
  try {
    return ending_in(engine.inspect({container.id()}).front());
  } catch (const EngineFailure& failure) {
    for (const Listed& known : engine.list()) {
      if (known.id == container.id()) return std::nullopt;
    }
    return Ending{Fault::container_gone, "is not known to the engine any more: somebody has removed it"};
  }
}

RoundFailure blamed_on(const std::map<std::size_t, Ending>& endings, const RoundFailure& failure,
                       const std::vector<std::unique_ptr<Container>>& containers) {
  if (endings.empty()) return failure;
  const bool told = failure.seat() && endings.contains(*failure.seat());
  const auto& [seat, ending] = told ? *endings.find(*failure.seat()) : *endings.begin();
  const std::string what = fmt::format("{} {}", name_of(*containers[seat]), ending.what);
  if (containers.size() > 1 && endings.size() == containers.size()) {
    return {Fault::engine_error, std::nullopt,
            fmt::format("all containers of the round have ended, which none of them can have done: {}\n{}", what,
                        failure.what())};
  }
  return {ending.fault, seat, fmt::format("{}\n{}", what, failure.what())};
}

}  // namespace

std::optional<Ending> ending_in(const json& record) {
  const json& state = value_at(record, "/State");
  if (value_at(state, "/Paused") == json(true)) return Ending{Fault::paused, "was paused by somebody"};
  const json& status = value_at(state, "/ExitCode");
  if (value_at(state, "/Running") != json(false) || !status.is_number_integer()) return std::nullopt;
  // One that was never started has an exit status, too; the client has said why.
  if (text_at(state, "/Status") == "created") return std::nullopt;
  return ending_with(status.get<int>(), value_at(state, "/OOMKilled") == json(true),
                     text_at(state, "/Error").value_or(""));
}

RoundFailure after_post_mortem(const RoundFailure& failure, const std::vector<std::unique_ptr<Container>>& containers,
                               Engine& engine) {
  try {
    std::map<std::size_t, Ending> endings;  // by seat
    for (std::size_t seat = 0; seat < containers.size(); ++seat) {
      if (!containers[seat] || containers[seat]->id().empty()) continue;
      if (const auto ending = ending_of(*containers[seat], engine)) endings.emplace(seat, *ending);
    }
    // Whether it answers at all, where there was nothing to ask for.
    if (endings.empty()) engine.list();
    return blamed_on(endings, failure, containers);
  } catch (const EngineFailure& unanswered) {
    return {Fault::engine_gone, std::nullopt,
            fmt::format("{}\nThe engine does not answer any more: {}", failure.what(), unanswered.what())};
  }
}

}  // namespace orchestrate
