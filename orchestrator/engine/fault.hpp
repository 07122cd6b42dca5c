#pragma once

#include <string>

namespace orchestrate {

/// What went wrong with a container, or with the engine around it. Each has a word of its own, by which the journal and
/// summary.json name it.
enum class Fault {
  engine_error,     ///< the engine or its client refused, or ended
  engine_silent,    ///< the engine gave no answer in time
  engine_gone,      ///< no engine answers at all
  out_of_memory,    ///< the container was ended by its memory limit
  by_signal,        ///< its process was ended by a signal
  probe_ended,      ///< its process ended by itself
  paused,           ///< somebody paused the container
  container_gone,   ///< somebody removed the container
  not_ready,        ///< the probe's first words did not come in time
  no_answer,        ///< an answer of the probe's did not come in time
  not_json,         ///< a line that is no JSON object
  endless_line,     ///< a line without end
  out_of_turn,      ///< another event than the one that was awaited
  error_reported,   ///< the probe says itself that it could not do it
  wrong_operation,  ///< an answer for another operation than was asked for
  wrong_amount,     ///< another number of calls than was asked for
  malformed,        ///< an answer that lacks something, or has it in another form
  wrong_protocol,   ///< a probe of another version
  clock_backwards,  ///< a batch that began before the one before it had ended
  absurd_time,      ///< a batch that took no time, less, or more than any batch can
  turn_missing,     ///< a turn that nobody wrote down
  turns_unshared,   ///< a container that cannot take turns as its round's did before
};

/// "out of memory"
std::string word_of(Fault fault);

}  // namespace orchestrate
