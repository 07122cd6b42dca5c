#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "witness/witness.hpp"

namespace orchestrate {

/// The probe said something that the protocol does not allow: not JSON, too long, out of turn, an absurd number. The
/// text quotes the line; who catches it adds the container.
class ProtocolError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A probe's first words.
struct Ready {
  std::string probe;  ///< its version
  std::vector<std::string> operations;
  Witness witness;
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
Measured read_measured(std::string_view line, const std::string& operation, std::int64_t iterations);

// The commands, one line each, without the new line.
std::string calibrate_command(const std::string& operation, std::int64_t batch_ns);
std::string count_command(const std::string& operation, std::int64_t calls);
std::string measure_command(const std::string& operation, std::int64_t iterations);
std::string witness_command();
std::string quit_command();

}  // namespace orchestrate
