#include "engine/fault.hpp"

namespace orchestrate {

std::string word_of(Fault fault) {
  switch (fault) {
    case Fault::engine_error:
      return "engine error";
    case Fault::engine_silent:
      return "engine silent";
    case Fault::engine_gone:
      return "engine gone";
    case Fault::out_of_memory:
      return "out of memory";
    case Fault::by_signal:
      return "signal";
    case Fault::probe_ended:
      return "probe ended";
    case Fault::paused:
      return "paused";
    case Fault::container_gone:
      return "container gone";
    case Fault::not_ready:
      return "not ready in time";
    case Fault::no_answer:
      return "no answer in time";
    case Fault::not_json:
      return "not JSON";
    case Fault::endless_line:
      return "endless line";
    case Fault::out_of_turn:
      return "out of turn";
    case Fault::error_reported:
      return "error reported";
    case Fault::wrong_operation:
      return "wrong operation";
    case Fault::wrong_amount:
      return "wrong number of calls";
    case Fault::malformed:
      return "malformed answer";
    case Fault::wrong_protocol:
      return "wrong protocol";
    case Fault::clock_backwards:
      return "clock went backwards";
    case Fault::absurd_time:
      return "absurd time";
    case Fault::turn_missing:
      return "turn missing";
    case Fault::turns_unshared:
      return "turns not shared";
  }
  return {};
}

}  // namespace orchestrate
