#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "journal/facts.hpp"

namespace orchestrate {

/// Whether one factor's level was in force in every container of a condition, from its first batch to its last.
struct Attestation {
  enum class State {
    attested,    ///< declared = engine record = witness at the start = witness at the end, in every container
    unattested,  ///< evidence is missing
    swallowed,   ///< another level was seen
  };
  std::size_t condition = 0;  ///< index into Plan::conditions
  std::string factor;
  std::string declared;
  State state = State::unattested;
  std::string engine;          ///< the level that the engine recorded; of the first container that contradicts, if any
  std::string engine_detail;   ///< what was read
  std::string witness;         ///< the level that the process saw
  std::string witness_detail;  ///< what was read
  std::string reason;          ///< in words, where it is not attested
  int containers = 0;          ///< how many were looked at, the twin's among them
};

/// Everything known of one container at the end of its round.
struct ContainerEvidence {
  ContainerStarted started;
  ContainerFinished finished;
};

/// What one container says of one level. `condition` is left 0.
Attestation attest(const Level& level, const ContainerEvidence& evidence);

/// The worse of two attestations of the same condition and factor, with both containers counted.
Attestation merged(const Attestation& a, const Attestation& b);

}  // namespace orchestrate
