#include "analysis/ledger.hpp"

#include <algorithm>

#include "analysis/likeness.hpp"
#include "analysis/order_statistics.hpp"

namespace orchestrate {

void Ledger::add(const Fact& fact) {
  std::visit([this](const auto& f) { take(f); }, fact);
}

int Ledger::complete_rounds(std::size_t group) const {
  return static_cast<int>(
      std::count_if(rounds_.begin(), rounds_.end(), [&](const RoundFinished& round) { return round.group == group; }));
}

const Series& Ledger::series(std::size_t group, std::size_t slot, const std::string& operation) const {
  static const Series none;
  const auto of_group = series_.find(group);
  if (of_group == series_.end()) return none;
  const auto found = of_group->second.find({slot, operation});
  return found == of_group->second.end() ? none : found->second;
}

const std::set<std::string>& Ledger::likenesses(std::size_t condition) const {
  static const std::set<std::string> none;
  const auto found = likenesses_.find(condition);
  return found == likenesses_.end() ? none : found->second;
}

const SystemCallsCounted* Ledger::counted(std::size_t group, std::size_t slot, const std::string& operation) const {
  const auto found = std::find_if(counted_.begin(), counted_.end(), [&](const SystemCallsCounted& one) {
    return one.place.group == group && one.place.slot == slot && one.operation == operation;
  });
  return found == counted_.end() ? nullptr : &*found;
}

void Ledger::take(const ContainerStarted& fact) {
  unfinished_[fact.place.group].containers[fact.place.slot].started = fact;
}

void Ledger::take(const Turn& fact) {
  auto& batches = unfinished_[fact.group].batches;
  const auto iterations = static_cast<double>(iterations_.at(fact.operation));
  for (const Batch& batch : fact.batches) {
    batches[{batch.slot, fact.operation}].push_back(static_cast<double>(batch.elapsed_ns) / iterations);
  }
}

void Ledger::take(const ContainerFinished& fact) {
  unfinished_[fact.place.group].containers[fact.place.slot].finished = fact;
}

void Ledger::take(const RoundFinished& fact) {
  rounds_.push_back(fact);
  count_values(fact.group);
  count_evidence(fact.group);
  unfinished_.erase(fact.group);
}

void Ledger::take(const RoundFailed& fact) {
  problems_.push_back(fact);
  unfinished_.erase(fact.group);
}

void Ledger::count_values(std::size_t group) {
  for (const auto& [key, batches] : unfinished_[group].batches) {
    Series& series = series_[group][key];
    series.floors.push_back(floor_of(batches));
    series.medians.push_back(median(batches));
    series.batches.insert(series.batches.end(), batches.begin(), batches.end());
  }
}

void Ledger::count_evidence(std::size_t group) {
  const Plan& plan = started_->plan;
  for (const auto& [slot, evidence] : unfinished_[group].containers) {
    const std::size_t condition = plan.groups.at(group).condition_of(slot);
    const auto count = [&](Attestation attestation) {
      attestation.condition = condition;
      count_attestation(attestation);
    };
    for (const Level& level : plan.conditions.at(condition).levels) count(attest(level, evidence));
    count(attest_identity(evidence));
    count(attest_no_warning(evidence));
    likenesses_[condition].insert(likeness(evidence));
  }
}

void Ledger::count_attestation(const Attestation& attestation) {
  const auto known = std::find_if(attestations_.begin(), attestations_.end(), [&](const Attestation& other) {
    return other.condition == attestation.condition && other.factor == attestation.factor;
  });
  if (known == attestations_.end()) {
    attestations_.push_back(attestation);
  } else {
    *known = merged(*known, attestation);
  }
}

}  // namespace orchestrate
