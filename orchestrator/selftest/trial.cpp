#include "selftest/trial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "plan/plan.hpp"
#include "runner/environment.hpp"
#include "runner/runner.hpp"
#include "support/build.hpp"
#include "support/interruption.hpp"
#include "support/owner.hpp"
#include "support/time.hpp"
#include "support/token.hpp"

namespace orchestrate {
namespace {

using Kind = Observation::Kind;

/// Facts go to the ledger by RunContext::watch; nothing is written.
class NoJournal final : public Journal {
 public:
  void append(const Fact&) override {}
  void sync() override {}
};

bool contradicts(const Observation& observation) {
  return observation.kind == Kind::another || observation.kind == Kind::unreadable;
}

/// A filter where a filter should be: only what it refuses tells that it is another one.
bool told_by_fingerprint(const Attestation& attestation) {
  return attestation.factor == "seccomp" && attestation.declared != "unconfined" &&
         attestation.start.level != "unconfined";
}

void add_sources(const Attestation& attestation, std::set<std::string>& found) {
  if (attestation.factor == "engine's warnings") {
    found.insert("engine warning");
    return;
  }
  if (attestation.factor == "container") {
    found.insert("identity");
    return;
  }
  if (contradicts(attestation.record)) found.insert("record");
  if (contradicts(attestation.config)) found.insert("runtime config");
  const bool witness = contradicts(attestation.start) || contradicts(attestation.end);
  if (witness) found.insert(told_by_fingerprint(attestation) ? "fingerprint" : "witness");
}

}  // namespace

Trial run_trial(const Plan& plan, Engine& engine, const Host& host, int rounds,
                const std::function<void(const Fact&)>& watch) {
  Trial trial;
  NoJournal journal;
  RunContext context{engine,
                     journal,
                     {random_token(), this_owner()},
                     [&](const Fact& fact) {
                       trial.ledger.add(fact);
                       if (watch) watch(fact);
                     },
                     [&](int round) -> std::optional<std::string> {
                       if (round < rounds) return std::nullopt;
                       return "last look";
                     },
                     interruption_wanted,
                     [](int, double) {},
                     {}};
  context.retries = 0;  // what fails loudly is told, not tried again
  const RunStarted start{context.ownership.run, build::version, utc_stamp(), plan, describe_environment(host)};
  try {
    run_plan(plan, start, context);
  } catch (const EngineFailure& failure) {
    trial.failure = failure.what();
  }
  if (interruption_wanted()) throw Interrupted();
  if (trial.failure.empty() && !trial.ledger.problems().empty()) trial.failure = trial.ledger.problems().front().what;
  return trial;
}

std::vector<std::string> caught_by(const Trial& trial) {
  std::set<std::string> found;
  if (!trial.failure.empty()) found.insert("engine error");
  for (const Attestation& attestation : trial.ledger.attestations()) {
    if (attestation.state != Attestation::State::attested) add_sources(attestation, found);
  }
  const auto contrasts = summarize(trial.ledger).contrasts;
  const bool alike =
      std::any_of(contrasts.begin(), contrasts.end(), [](const ContrastResult& c) { return c.treated_alike; });
  if (alike) found.insert("pair");
  return {found.begin(), found.end()};
}

std::string naive_conclusion(const Trial& trial) {
  if (!trial.failure.empty()) return "nothing: it failed loudly";
  const Plan& plan = trial.ledger.started()->plan;
  const PlannedContrast& contrast = plan.contrasts.front();
  const std::vector<std::size_t>& seats = plan.groups.front().conditions;
  const auto value = [&](std::size_t condition) {
    const auto slot = std::find(seats.begin(), seats.end(), condition) - seats.begin();
    return trial.ledger.series(0, static_cast<std::size_t>(slot), contrast.operation).floors.front();
  };
  const double base = value(contrast.base);
  const double other = value(contrast.other);
  const double percent = 100 * (base / other - 1);
  const std::string looks =
      std::abs(percent) < 2 ? fmt::format("{} costs nothing", contrast.factor) : fmt::format("{:+.0f} %", percent);
  return fmt::format("{:.1f} | {:.1f} ns: {}", base, other, looks);
}

}  // namespace orchestrate
