#include "analysis/attestation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "support/json.hpp"
#include "witness/message.hpp"

namespace orchestrate {
namespace {

using Kind = Observation::Kind;

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

struct EvidenceSource {
  const char* name;
  const Observation* observation;
};

std::array<EvidenceSource, 4> sources_of(const Attestation& attestation) {
  return {{{"inspect", &attestation.record},
           {"the runtime's configuration", &attestation.config},
           {"the process itself", &attestation.start},
           {"the process after its last batch", &attestation.end}}};
}

std::string told(const EvidenceSource& source) {
  const Observation& seen = *source.observation;
  if (seen.kind == Kind::unreadable) return fmt::format("{} says nothing ({})", source.name, seen.detail);
  return fmt::format("{} shows {} ({})", source.name, seen.level, seen.detail);
}

/// What was declared and what each source says of it. The end is told only where it differs from the start.
std::string account(const Attestation& attestation, const std::string& id) {
  std::string text = fmt::format("container {:.12}: {} {} was declared", id, attestation.factor, attestation.declared);
  const bool unchanged =
      attestation.start.kind == attestation.end.kind && attestation.start.level == attestation.end.level;
  for (const EvidenceSource& source : sources_of(attestation)) {
    const bool repeated = source.observation == &attestation.end && unchanged;
    if (source.observation->kind != Kind::silent && !repeated) text += "; " + told(source);
  }
  return text;
}

/// Fills in state and reason from the four observations: another level seen weighs more than nothing seen.
Attestation judged(Attestation attestation, const std::string& id) {
  attestation.state = Attestation::State::attested;
  for (const EvidenceSource& source : sources_of(attestation)) {
    if (source.observation->kind == Kind::another) attestation.state = Attestation::State::swallowed;
    const bool nothing = source.observation->kind == Kind::unreadable;
    if (nothing && attestation.state == Attestation::State::attested)
      attestation.state = Attestation::State::unattested;
  }
  if (attestation.state != Attestation::State::attested) attestation.reason = account(attestation, id);
  return attestation;
}

constexpr const char* own = "its own";
constexpr const char* anothers = "another container's";

bool holds(const nlohmann::json& list, const std::string& word) {
  return list.is_array() && std::find(list.begin(), list.end(), nlohmann::json(word)) != list.end();
}

Observation identity_in_record(const ContainerEvidence& evidence) {
  const nlohmann::json& record = evidence.started.record;
  const auto id = text_at(record, "/Id");
  if (!id) return unreadable("inspect shows no Id");
  if (*id != evidence.started.id) return observed(own, anothers, fmt::format("Id {:.12}", *id));
  const bool ours = holds(value_at(record, "/Config/Cmd"), evidence.started.token);
  return observed(own, ours ? own : anothers, ours ? "Id and command" : "its command was another one");
}

Observation identity_in_config(const ContainerEvidence& evidence) {
  if (evidence.started.config.is_null()) return silent();
  const bool ours = holds(value_at(evidence.started.config, "/process/args"), evidence.started.token);
  return observed(own, ours ? own : anothers, ours ? "process.args" : "process.args lack this container's word");
}

Observation identity_in_witness(const nlohmann::json& witness, const std::string& token) {
  if (text_at(witness, "/token") != token) return observed(own, anothers, "it does not repeat this container's word");
  // The probe is the container's first process. One that was put into a running container is not, and is filtered
  // differently (moby#21984).
  const nlohmann::json& pid = value_at(witness, "/pid");
  if (pid.is_number_integer() && pid.get<int>() != 1) {
    return observed(own, "a process put into a container", fmt::format("pid {}", pid.get<int>()));
  }
  return observed(own, own, "repeats this container's word, pid 1");
}

bool is_warning(std::string_view line) {
  return line.starts_with("WARNING") || line.find("iscarded") != std::string_view::npos;
}

}  // namespace

Attestation attest(const Level& level, const ContainerEvidence& evidence) {
  const Factor& factor = *find_factor(level.factor);
  const std::string& token = evidence.started.token;
  Attestation result;
  result.factor = level.factor;
  result.declared = level.text;
  result.containers = 1;
  result.record = factor.from_record(level, evidence.started.record);
  const nlohmann::json& config = evidence.started.config;
  result.config = config.is_null() ? silent() : factor.from_config(level, config);
  result.start = seen_by(factor, level, testimony(evidence.started.witness, token));
  result.end = seen_by(factor, level, testimony(evidence.finished.witness, token));
  return judged(std::move(result), evidence.started.id);
}

Attestation attest_identity(const ContainerEvidence& evidence) {
  Attestation result;
  result.factor = "container";
  result.declared = own;
  result.containers = 1;
  result.record = identity_in_record(evidence);
  result.config = identity_in_config(evidence);
  result.start = identity_in_witness(evidence.started.witness, evidence.started.token);
  result.end = identity_in_witness(evidence.finished.witness, evidence.started.token);
  return judged(std::move(result), evidence.started.id);
}

Attestation attest_no_warning(const ContainerEvidence& evidence) {
  Attestation result;
  result.factor = "engine's warnings";
  result.declared = "none";
  result.containers = 1;
  result.config = result.start = result.end = silent();
  result.record = observed("none", "none", "nothing on the client's standard error");
  std::string_view rest = evidence.started.errors;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (is_warning(line)) result.record = observed("none", "a warning", std::string(line));
  }
  return judged(std::move(result), evidence.started.id);
}

Attestation merged(const Attestation& a, const Attestation& b) {
  Attestation worse = b.state > a.state ? b : a;
  worse.containers = a.containers + b.containers;
  return worse;
}

}  // namespace orchestrate
