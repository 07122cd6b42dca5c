#include "analysis/attestation.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "witness/message.hpp"

namespace orchestrate {
namespace {

/// The witness of a container as a value, or why it is none.
struct Testimony {
  std::optional<Witness> witness;
  std::string refusal;
};

Testimony testimony(const nlohmann::json& object, const std::string& token) {
  try {
    Witness witness = read_witness(object);
    if (witness.token == token) return {std::move(witness), {}};
    return {std::nullopt,
            "the witness does not repeat the word that this container was started with: it is another process's"};
  } catch (const ProtocolError& error) {
    return {std::nullopt, error.what()};
  }
}

Observation seen_by(const Factor& factor, const Level& level, const Testimony& testimony) {
  if (!testimony.witness) return unreadable(testimony.refusal);
  return factor.from_witness(level, *testimony.witness);
}

struct Source {
  const char* name;
  Observation observation;
};

/// Fills in what the witness says: the observation at the start, or that at the end where only it contradicts.
void take_witness(Attestation& attestation, const Observation& start, const Observation& end) {
  const Observation& told = start.kind == Observation::Kind::in_force ? end : start;
  attestation.witness = told.level;
  attestation.witness_detail = told.detail;
}

std::string told(const Source& source) {
  const Observation& seen = source.observation;
  if (seen.kind == Observation::Kind::unreadable) return fmt::format("{} says nothing ({})", source.name, seen.detail);
  return fmt::format("{} shows {} ({})", source.name, seen.level, seen.detail);
}

/// What was declared and what each source says of it. The end is told only where it differs from the start.
std::string account(const Level& level, const std::string& id, const std::array<Source, 3>& sources) {
  std::string text = fmt::format("container {:.12}: {} {} was declared; {}; {}", id, level.factor, level.text,
                                 told(sources[0]), told(sources[1]));
  const bool changed = sources[1].observation.kind != sources[2].observation.kind ||
                       sources[1].observation.level != sources[2].observation.level;
  if (changed) text += "; " + told(sources[2]);
  return text;
}

/// The graver of two states of evidence: another level seen, then nothing seen.
Attestation::State state_of(const std::array<Source, 3>& sources) {
  auto state = Attestation::State::attested;
  for (const Source& source : sources) {
    if (source.observation.kind == Observation::Kind::another) state = Attestation::State::swallowed;
    const bool nothing = source.observation.kind == Observation::Kind::unreadable;
    if (nothing && state == Attestation::State::attested) state = Attestation::State::unattested;
  }
  return state;
}

}  // namespace

Attestation attest(const Level& level, const ContainerEvidence& evidence) {
  const Factor& factor = *find_factor(level.factor);
  const Testimony start = testimony(evidence.started.witness, evidence.started.token);
  const Testimony end = testimony(evidence.finished.witness, evidence.started.token);
  const std::array<Source, 3> sources{{{"inspect", factor.from_record(level, evidence.started.record)},
                                       {"the process itself", seen_by(factor, level, start)},
                                       {"the process after its last batch", seen_by(factor, level, end)}}};
  Attestation result{0, level.factor, level.text, state_of(sources), {}, {}, {}, {}, {}, 1};
  result.engine = sources[0].observation.level;
  result.engine_detail = sources[0].observation.detail;
  take_witness(result, sources[1].observation, sources[2].observation);
  if (result.state != Attestation::State::attested) result.reason = account(level, evidence.started.id, sources);
  return result;
}

Attestation merged(const Attestation& a, const Attestation& b) {
  Attestation worse = b.state > a.state ? b : a;
  worse.containers = a.containers + b.containers;
  return worse;
}

}  // namespace orchestrate
