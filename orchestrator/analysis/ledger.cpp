#include "analysis/ledger.hpp"

#include <algorithm>

#include "analysis/likeness.hpp"
#include "analysis/order_statistics.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

/// Whether the two ends of an operation were seen on different CPUs, at the batch's beginning or its end.
bool ends_apart(const Batch& batch) {
  return batch.cpu_before != batch.other->cpu_before || batch.cpu_after != batch.other->cpu_after;
}

/// Memory for `count` values in all, which the kernel gives when it is first written to: now, so that a long run needs
/// no more in its middle than at its beginning.
template <typename Value>
void hold_room(std::vector<Value>& values, std::size_t count) {
  if (values.capacity() >= count) return;
  const std::size_t there = values.size();
  values.resize(count);
  values.resize(there);
}

}  // namespace

void Ledger::add(const Fact& fact) {
  std::visit([this](const auto& f) { take(f); }, fact);
}

int Ledger::complete_rounds(std::size_t group) const {
  const auto found = complete_rounds_.find(group);
  return found == complete_rounds_.end() ? 0 : found->second;
}

const Series& Ledger::series(std::size_t group, std::size_t slot, const std::string& operation) const {
  static const Series none;
  const auto of_group = series_.find(group);
  if (of_group == series_.end()) return none;
  const auto found = of_group->second.find({slot, operation});
  return found == of_group->second.end() ? none : found->second;
}

const std::vector<Sampled>& Ledger::samples(std::size_t group, std::size_t slot, const std::string& operation) const {
  static const std::vector<Sampled> none;
  const auto of_group = samples_.find(group);
  if (of_group == samples_.end()) return none;
  const auto found = of_group->second.find({slot, operation});
  return found == of_group->second.end() ? none : found->second;
}

const nlohmann::json& Ledger::witness(std::size_t condition) const {
  static const nlohmann::json none;
  const auto found = witnesses_.find(condition);
  return found == witnesses_.end() ? none : found->second;
}

const std::set<std::string>& Ledger::likenesses(std::size_t condition) const {
  static const std::set<std::string> none;
  const auto found = likenesses_.find(condition);
  return found == likenesses_.end() ? none : found->second;
}

const FilterResolved* Ledger::filter(std::size_t condition) const {
  const auto found = filters_.find(condition);
  return found == filters_.end() ? nullptr : &found->second;
}

const SystemCallsCounted* Ledger::counted(std::size_t group, std::size_t slot, const std::string& operation) const {
  const auto found = std::find_if(counted_.begin(), counted_.end(), [&](const SystemCallsCounted& one) {
    return one.place.group == group && one.place.slot == slot && one.operation == operation;
  });
  return found == counted_.end() ? nullptr : &*found;
}

void Ledger::take(const RunStarted& fact) {
  started_ = fact;
  if (keep_ != Keep::rounds || fact.plan.looks.empty()) return;
  hold_room(rounds_, static_cast<std::size_t>(fact.plan.looks.back()) * fact.plan.groups.size());
}

void Ledger::take(const RunResumed&) {
  // A part that was killed has no last line: then what its complete rounds tell is all that is known of it.
  earlier_.started += part_.started;
  earlier_.left_behind += part_.left_behind;
  earlier_.wall_ns += part_.wall_ns;
  part_ = {};
  finished_.reset();
  unfinished_.clear();
  ++resumptions_;
}

void Ledger::take(const RunFinished& fact) {
  part_ = fact;
  finished_ = {fact.reason, earlier_.started + fact.started, earlier_.left_behind + fact.left_behind,
               earlier_.wall_ns + fact.wall_ns};
}

void Ledger::take(const SystemCallsCounted& fact) {
  const auto same = std::find_if(counted_.begin(), counted_.end(), [&](const SystemCallsCounted& one) {
    return one.place == fact.place && one.operation == fact.operation;
  });
  // A round that is done again counts again.
  if (same == counted_.end()) {
    counted_.push_back(fact);
  } else {
    *same = fact;
  }
}

void Ledger::take(const ContainerStarted& fact) {
  ++part_.started;
  unfinished_[{fact.place.group, fact.place.round}].containers[fact.place.slot].started = fact;
}

void Ledger::take(const FilterResolved& fact) {
  filters_[started_->plan.groups.at(fact.place.group).condition_of(fact.place.slot)] = fact;
}

void Ledger::take(const Turn& fact) {
  std::vector<RoundBatches>& slots = unfinished_[{fact.group, fact.round}].batches[fact.operation];
  slots.resize(started_->plan.groups.at(fact.group).slots());
  const std::int64_t iterations = iterations_.at(fact.operation);
  for (const Batch& batch : fact.batches) {
    RoundBatches& known = slots.at(batch.slot);
    known.ns.push_back(static_cast<double>(batch.elapsed_ns) / static_cast<double>(iterations));
    known.calls += iterations;
    known.switches += batch.voluntary_switches + batch.involuntary_switches;
    if (batch.other) known.apart.push_back(ends_apart(batch));
  }
}

void Ledger::take(const CallsSampled& fact) {
  unfinished_[{fact.place.group, fact.place.round}].samples[{fact.place.slot, fact.operation}] = fact.sampled;
}

void Ledger::take(const ContainerFinished& fact) {
  unfinished_[{fact.place.group, fact.place.round}].containers[fact.place.slot].finished = fact;
}

void Ledger::take(const RoundFinished& fact) {
  rounds_.push_back(fact);
  ++complete_rounds_[fact.group];
  part_.wall_ns += wall_ns(fact);
  const Unfinished& round = unfinished_[{fact.group, fact.round}];
  count_values(fact.group, round);
  count_evidence(fact.group, round);
  unfinished_.erase({fact.group, fact.round});
}

void Ledger::take(const RoundFailed& fact) {
  problems_.push_back(fact);
  if (fact.at_work.empty()) {
    unfinished_.erase({fact.group, fact.round});
    return;
  }
  Unfinished& round = unfinished_[{fact.group, fact.round}];
  for (const std::size_t slot : fact.at_work) {
    round.containers.erase(slot);
    for (auto& [operation, slots] : round.batches) {
      if (slot < slots.size()) slots[slot] = {};
    }
    std::erase_if(round.samples, [&](const auto& one) { return one.first.first == slot; });
  }
}

void Ledger::take(const ConditionGivenUp& fact) {
  given_up_.push_back(fact);
  if (!fact.condition) {
    absences_.groups.insert(fact.group);
    return;
  }
  give_up(absences_, started_->plan, *fact.condition);
  Attestation missing;
  missing.condition = *fact.condition;
  missing.factor = "rounds";
  missing.declared = "complete";
  missing.record = missing.config = missing.start = missing.end = silent();
  missing.reason = first_line(fact.what);
  count_attestation(missing);
}

void Ledger::count_values(std::size_t group, const Unfinished& round) {
  for (const auto& [operation, slots] : round.batches) {
    for (std::size_t slot = 0; slot < slots.size(); ++slot) {
      if (!slots[slot].ns.empty()) count_batches(series_[group][{slot, operation}], slots[slot]);
    }
  }
  for (const auto& [key, sampled] : round.samples) samples_[group][key].push_back(sampled);
}

void Ledger::take_room(std::vector<double>& values) const {
  if (keep_ == Keep::rounds) hold_room(values, static_cast<std::size_t>(started_->plan.looks.back()));
}

void Ledger::count_batches(Series& series, const RoundBatches& batches) const {
  for (std::vector<double>* values : {&series.floors, &series.medians, &series.switches}) take_room(*values);
  series.floors.push_back(floor_of(batches.ns));
  series.medians.push_back(median(batches.ns));
  series.switches.push_back(static_cast<double>(batches.switches) / static_cast<double>(batches.calls));
  if (keep_ == Keep::rounds) {
    series.batches.clear();
    series.batch_apart.clear();
  }
  series.batches.insert(series.batches.end(), batches.ns.begin(), batches.ns.end());
  if (batches.apart.empty()) return;
  take_room(series.apart);
  const auto apart = std::count(batches.apart.begin(), batches.apart.end(), true);
  series.apart.push_back(static_cast<double>(apart) / static_cast<double>(batches.apart.size()));
  series.batch_apart.insert(series.batch_apart.end(), batches.apart.begin(), batches.apart.end());
}

void Ledger::count_evidence(std::size_t group, const Unfinished& round) {
  const Plan& plan = started_->plan;
  for (const auto& [slot, evidence] : round.containers) {
    const std::size_t condition = plan.groups.at(group).condition_of(slot);
    const auto count = [&](Attestation attestation) {
      attestation.condition = condition;
      count_attestation(attestation);
    };
    const PlannedCondition planned = plan.conditions.at(condition);
    for (const Level& level : planned.levels) count(attest(level, evidence));
    count(attest_identity(evidence));
    count(attest_no_warning(evidence));
    likenesses_[condition].insert(likeness(evidence));
    witnesses_.try_emplace(condition, evidence.started.witness);
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
