#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/fault.hpp"
#include "witness/witness.hpp"

namespace orchestrate {

/// The probe said something that the protocol does not allow: not JSON, too long, out of turn, an absurd number. The
/// text quotes the line; who catches it adds the container.
class ProtocolError : public std::runtime_error {
 public:
  ProtocolError(Fault fault, const std::string& text) : std::runtime_error(text), fault_(fault) {}

  [[nodiscard]] Fault fault() const noexcept { return fault_; }

 private:
  Fault fault_;
};

/// A probe's first words.
struct Ready {
  std::string probe;  ///< its version
  std::vector<std::string> operations;
  std::vector<std::string> hand_over;  ///< ways to pass the turn that it knows beside stdio, which each must know
  Witness witness;
};

/// A probe's answer to being shown the file in which turns are taken.
struct TurnsMapped {
  std::string nonce;    ///< the number that it found there; empty where it could not map the file
  std::string refusal;  ///< why not
};

/// A probe's answer after a segment of turns.
struct TurnsTaken {
  std::int64_t turns = 0;  ///< that it took itself
  std::string stopped;     ///< why not all turns were taken; empty where they were
  bool by_itself = false;  ///< it was this probe that could not go on
};

/// What the other end of an operation with two ends (pipe_pingpong) saw during a batch.
struct OtherEnd {
  int cpu_before = -1;
  int cpu_after = -1;
  std::int64_t voluntary_switches = 0;
  std::int64_t involuntary_switches = 0;
};

/// One timed batch.
struct Measured {
  std::int64_t iterations = 0;
  std::int64_t started_ns = 0;  ///< CLOCK_MONOTONIC, which all containers of a host share
  std::int64_t elapsed_ns = 0;
  std::int64_t voluntary_switches = 0;
  std::int64_t involuntary_switches = 0;
  std::int64_t minor_faults = 0;
  int cpu_before = -1;
  int cpu_after = -1;
  std::optional<OtherEnd> other;  ///< of an operation with two ends only
};

/// The clock that single calls are timed with.
struct Timer {
  std::string source;           ///< "tsc", "cntvct"
  double ns_per_tick = 0;       ///< reference ticks, not core cycles
  std::int64_t step_ticks = 0;  ///< the timer's own grid: no two readings lie nearer to one another
  std::int64_t cost_ticks = 0;  ///< what a reading at each end adds to what is timed
};

/// Calls of an operation, a part of them timed one by one.
struct Sampled {
  std::int64_t calls = 0;
  std::int64_t every = 0;       ///< one in so many is timed
  std::int64_t elapsed_ns = 0;  ///< all calls, by the ordinary clock
  std::int64_t smallest_ticks = 0;
  std::int64_t largest_ticks = 0;
  std::vector<std::pair<std::int64_t, std::int64_t>> ticks;  ///< value and how often, ascending; with the timer's cost
  Timer timer;
};

/// Which system calls a number of calls of an operation made, counted one by one outside of any timing.
struct Counted {
  std::int64_t calls = 0;
  std::map<std::string, std::int64_t> system_calls;  ///< by name; empty where there were none
  std::string refusal;                               ///< why nothing could be counted; empty where it could
};

// Each reads one line that the probe wrote and throws ProtocolError when it is not the answer that was asked for.
Ready read_ready(std::string_view line);
Witness read_witness_answer(std::string_view line);
std::int64_t read_calibrated(std::string_view line, const std::string& operation);
/// A probe that cannot count may answer with an error; that is a refusal, not a broken protocol.
Counted read_counted(std::string_view line, const std::string& operation, std::int64_t calls);
/// A probe that cannot sample an operation answers with an error; that breaks the protocol, for it was asked to.
Sampled read_sampled(std::string_view line, const std::string& operation, std::int64_t calls, std::int64_t every);
/// A probe that cannot map the file answers with an error; that is a refusal, not a broken protocol.
TurnsMapped read_turns_mapped(std::string_view line);
/// A probe in which an operation failed answers with an error, the others that turns were stopped; neither breaks the
/// protocol.
TurnsTaken read_turns_taken(std::string_view line);
Measured read_measured(std::string_view line, const std::string& operation, std::int64_t iterations);

/// Where a container finds the file in which turns are taken.
inline constexpr const char* turns_in_container = "/orchestrate/turns";

/// Why a batch cannot have taken that long; nothing where it can.
std::optional<std::string> absurd_time(std::int64_t elapsed_ns);

// The commands, one line each, without the new line.
std::string calibrate_command(const std::string& operation, std::int64_t batch_ns);
std::string count_command(const std::string& operation, std::int64_t calls);
std::string measure_command(const std::string& operation, std::int64_t iterations);
std::string sample_command(const std::string& operation, std::int64_t calls, std::int64_t every);
std::string map_turns_command(const std::string& path, std::size_t slot);
/// `patience`: how long one turn, of whichever probe, may last before a probe that waits gives up.
std::string take_turns_command(std::size_t turns, const std::vector<std::string>& operations,
                               std::chrono::milliseconds patience);
std::string witness_command();
std::string quit_command();

}  // namespace orchestrate
