#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/ledger.hpp"

namespace orchestrate {

/// Batches of an operation with two ends that ran in the same way: with both ends on one CPU, or on two.
struct Mode {
  std::string what;  ///< "both ends on one CPU"
  double share = 0;  ///< of all batches, 0 to 1
  double ns = 0;     ///< median of its batches, a call
};

/// What is known of an operation in a condition beside its time: evidence of what was really measured.
struct OperationEvidence {
  std::optional<SystemCallsCounted> counted;  ///< which system calls it makes, where a run has counted
  std::optional<double> switches;             ///< context switches of the measuring end a call, median over rounds
  std::optional<double> apart;                ///< share of the batches whose two ends ran on two CPUs; none for one end
  std::vector<Mode> modes;  ///< two, where both ways of running have at least a twentieth of the batches
};

/// How many system calls of that name a counted call made; of any name for none.
double system_calls_a_call(const SystemCallsCounted& counted, const std::string& name = {});

/// Evidence from what was counted (null where nothing was) and measured.
OperationEvidence evidence_of(const SystemCallsCounted* counted, const Series& series);

/// Why the evidence contradicts the operation's name ("clock_monotonic_syscall should make one clock_gettime a call,
/// and 0 were counted"); empty where it does not. A number that stands under a false name is withheld.
std::string contradiction(const std::string& operation, const OperationEvidence& evidence);

/// What the number really is where the operation ran otherwise than its name suggests, though not against it: a
/// ping-pong across CPUs is a wake-up, no switch; a vDSO clock that makes system calls. Empty where there is nothing to
/// say. `witness` is the process's own, null where there is none: it names the reason.
std::string another_quantity(const std::string& operation, const OperationEvidence& evidence,
                             const nlohmann::json& witness);

}  // namespace orchestrate
