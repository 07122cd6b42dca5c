#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/attestation.hpp"
#include "journal/facts.hpp"
#include "plan/absences.hpp"

namespace orchestrate {

/// What the batches of one operation in one slot gave, one entry a complete round; times in ns a call.
struct Series {
  std::vector<double> floors;
  std::vector<double> medians;
  std::vector<double> switches;   ///< context switches of the measuring end a call, voluntary and involuntary
  std::vector<double> apart;      ///< share of the batches whose two ends ran on two CPUs; empty for one end
  std::vector<double> batches;    ///< of all rounds; of the last one alone where only rounds are kept
  std::vector<bool> batch_apart;  ///< beside `batches`; empty for an operation with one end
};

/// What a ledger keeps of the rounds that are complete.
enum class Keep {
  every_batch,  ///< what reports need
  rounds,       ///< what deciding when to stop needs: in memory for all rounds that is taken before they come
};

/// The facts of a run, sorted by what they are about. Facts of a round that was never finished are not counted.
class Ledger {
 public:
  Ledger() = default;
  explicit Ledger(Keep keep) : keep_(keep) {}

  void add(const Fact& fact);

  /// Nothing before the first fact.
  [[nodiscard]] const std::optional<RunStarted>& started() const { return started_; }
  /// How the run ended, its containers and its time those of all its parts where it was resumed; nothing while it
  /// lasts.
  [[nodiscard]] const std::optional<RunFinished>& finished() const { return finished_; }
  /// How often the run was resumed.
  [[nodiscard]] int resumptions() const { return resumptions_; }
  /// The runs that were seen to measure at the same time, each once.
  [[nodiscard]] const std::set<std::string>& other_runs() const { return other_runs_; }
  [[nodiscard]] const std::vector<RoundFinished>& rounds() const { return rounds_; }
  [[nodiscard]] const std::vector<RoundFailed>& problems() const { return problems_; }
  [[nodiscard]] const std::vector<ConditionGivenUp>& given_up() const { return given_up_; }
  /// The same as what is left of the plan.
  [[nodiscard]] const Absences& absences() const { return absences_; }
  /// Each condition that was given up has one that says so.
  [[nodiscard]] const std::vector<Attestation>& attestations() const { return attestations_; }
  [[nodiscard]] const std::map<std::string, std::int64_t>& iterations() const { return iterations_; }

  /// How the containers of a condition were treated, as they saw it (likeness.hpp); empty before its first round.
  [[nodiscard]] const std::set<std::string>& likenesses(std::size_t condition) const;

  /// What the filter of a condition refuses; null where the host could not read it. The condition may be swallowed:
  /// this is about what was loaded, whatever was declared.
  [[nodiscard]] const FilterResolved* filter(std::size_t condition) const;

  /// What was counted of an operation in a slot of a group; null where nothing was.
  [[nodiscard]] const SystemCallsCounted* counted(std::size_t group, std::size_t slot,
                                                  const std::string& operation) const;

  /// How each group's turns are passed on; without those of which that is not decided yet.
  [[nodiscard]] const std::map<std::size_t, HandOverChosen>& hand_overs() const { return hand_overs_; }

  /// Rounds that a group has complete.
  [[nodiscard]] int complete_rounds(std::size_t group) const;

  /// The single calls of one operation that were timed in a slot of a group, by round.
  [[nodiscard]] const std::vector<Sampled>& samples(std::size_t group, std::size_t slot,
                                                    const std::string& operation) const;

  /// What the first container of a condition saw of itself; null before its first round.
  [[nodiscard]] const nlohmann::json& witness(std::size_t condition) const;

  /// The values of one operation in one slot of a group; empty where nothing was measured.
  [[nodiscard]] const Series& series(std::size_t group, std::size_t slot, const std::string& operation) const;

 private:
  void take(const RunStarted& fact);
  void take(const RunResumed& fact);
  void take(const OtherRunSeen& fact) { other_runs_.insert(fact.other); }
  void take(const Calibrated& fact) { iterations_[fact.operation] = fact.iterations; }
  void take(const ContainerStarted& fact);
  void take(const FilterResolved& fact);
  void take(const SystemCallsCounted& fact);
  void take(const HandOverChosen& fact) { hand_overs_[fact.group] = fact; }
  void take(const Turn& fact);
  void take(const CallsSampled& fact);
  void take(const ContainerFinished& fact);
  void take(const RoundFinished& fact);
  void take(const RoundFailed& fact);
  void take(const ConditionGivenUp& fact);
  void take(const RunFinished& fact);

  /// A slot of a group, and an operation.
  using Key = std::pair<std::size_t, std::string>;

  /// The batches of one operation in one slot in one round.
  struct RoundBatches {
    std::vector<double> ns;  ///< a call
    std::vector<bool> apart;
    std::int64_t calls = 0;
    std::int64_t switches = 0;
  };

  /// A group's round as long as it is not complete; several at once where one condition is done before the next.
  struct Unfinished {
    std::map<std::size_t, ContainerEvidence> containers;       ///< by slot
    std::map<std::string, std::vector<RoundBatches>> batches;  ///< by operation, then slot
    std::map<Key, Sampled> samples;
  };

  void count_values(std::size_t group, const Unfinished& round);
  void count_batches(Series& series, const RoundBatches& batches) const;
  void take_room(std::vector<double>& values) const;
  void count_evidence(std::size_t group, const Unfinished& round);
  void count_attestation(const Attestation& attestation);

  Keep keep_ = Keep::every_batch;
  std::optional<RunStarted> started_;
  std::optional<RunFinished> finished_;
  RunFinished part_;     ///< what is known of the part of the run that is under way
  RunFinished earlier_;  ///< the sum of the parts before it
  int resumptions_ = 0;
  std::set<std::string> other_runs_;
  std::vector<RoundFinished> rounds_;
  std::vector<RoundFailed> problems_;
  std::vector<ConditionGivenUp> given_up_;
  Absences absences_;
  std::vector<Attestation> attestations_;
  std::map<std::string, std::int64_t> iterations_;
  std::map<std::size_t, std::set<std::string>> likenesses_;  ///< by condition
  std::map<std::size_t, FilterResolved> filters_;            ///< by condition
  std::vector<SystemCallsCounted> counted_;
  std::map<std::size_t, HandOverChosen> hand_overs_;              ///< by group
  std::map<std::pair<std::size_t, int>, Unfinished> unfinished_;  ///< by group and round
  std::map<std::size_t, int> complete_rounds_;                    ///< by group
  std::map<std::size_t, std::map<Key, Series>> series_;           ///< by group
  std::map<std::size_t, std::map<Key, std::vector<Sampled>>> samples_;
  std::map<std::size_t, nlohmann::json> witnesses_;  ///< by condition
};

}  // namespace orchestrate
