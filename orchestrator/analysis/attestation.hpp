#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "factors/factor.hpp"
#include "journal/facts.hpp"

namespace orchestrate {

/// Whether one factor's level was in force in every container of a condition, from its first batch to its last.
struct Attestation {
  enum class State {
    attested,    ///< every source that has a say saw the declared level, in every container
    unattested,  ///< evidence is missing
    swallowed,   ///< another level was seen
  };
  std::size_t condition = 0;  ///< index into Plan::conditions
  /// Or "container", "engine's warnings", "rounds", which are no factors and must be right as well.
  std::string factor;
  std::string declared;
  State state = State::unattested;
  Observation record;  ///< what `inspect` says; all four are of the first container that contradicts, if any
  Observation config;  ///< what the runtime was told
  Observation start;   ///< what the process saw of itself before its first batch
  Observation end;     ///< and after its last
  std::string reason;  ///< in words, where it is not attested
  int containers = 0;  ///< how many were looked at, the twin's among them
};

/// Everything known of one container at the end of its round.
struct ContainerEvidence {
  ContainerStarted started;
  ContainerFinished finished;
};

/// What one container says of one level. `condition` is left 0.
Attestation attest(const Level& level, const ContainerEvidence& evidence);

/// That the record, the runtime's configuration and the witness are this very container's and no other's: each must
/// repeat the id, or the word that this container alone was started with. An earlier container that answers, a record
/// of another one, a witness told again and a process that `exec` put into a container are found here.
Attestation attest_identity(const ContainerEvidence& evidence);

/// That the engine's client gave no warning: "WARNING: Your kernel does not support cpuset. Cpuset discarded." is a
/// treatment that failed, with exit status 0 (docker/cli#4979).
Attestation attest_no_warning(const ContainerEvidence& evidence);

/// The worse of two attestations of the same condition and factor, with both containers counted.
Attestation merged(const Attestation& a, const Attestation& b);

}  // namespace orchestrate
