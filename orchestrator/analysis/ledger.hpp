#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/attestation.hpp"
#include "journal/facts.hpp"

namespace orchestrate {

/// What the batches of one operation in one slot gave, one entry a complete round, all in ns a call.
struct Series {
  std::vector<double> floors;
  std::vector<double> medians;
  std::vector<double> batches;  ///< of all rounds
};

/// The facts of a run, sorted by what they are about. Facts of a round that was never finished are not counted.
class Ledger {
 public:
  void add(const Fact& fact);

  /// Nothing before the first fact.
  [[nodiscard]] const std::optional<RunStarted>& started() const { return started_; }
  [[nodiscard]] const std::optional<RunFinished>& finished() const { return finished_; }
  [[nodiscard]] const std::vector<RoundFinished>& rounds() const { return rounds_; }
  [[nodiscard]] const std::vector<RoundFailed>& problems() const { return problems_; }
  [[nodiscard]] const std::vector<Attestation>& attestations() const { return attestations_; }
  [[nodiscard]] const std::map<std::string, std::int64_t>& iterations() const { return iterations_; }

  /// How the containers of a condition were treated, as they saw it (likeness.hpp); empty before its first round.
  [[nodiscard]] const std::set<std::string>& likenesses(std::size_t condition) const;

  /// What was counted of an operation in a slot of a group; null where nothing was.
  [[nodiscard]] const SystemCallsCounted* counted(std::size_t group, std::size_t slot,
                                                  const std::string& operation) const;

  /// Rounds that a group has complete.
  [[nodiscard]] int complete_rounds(std::size_t group) const;

  /// The values of one operation in one slot of a group; empty where nothing was measured.
  [[nodiscard]] const Series& series(std::size_t group, std::size_t slot, const std::string& operation) const;

 private:
  void take(const RunStarted& fact) { started_ = fact; }
  void take(const Calibrated& fact) { iterations_[fact.operation] = fact.iterations; }
  void take(const ContainerStarted& fact);
  void take(const SystemCallsCounted& fact) { counted_.push_back(fact); }
  void take(const Turn& fact);
  void take(const ContainerFinished& fact);
  void take(const RoundFinished& fact);
  void take(const RoundFailed& fact);
  void take(const RunFinished& fact) { finished_ = fact; }

  void count_values(std::size_t group);
  void count_evidence(std::size_t group);
  void count_attestation(const Attestation& attestation);

  /// A group's round as long as it is not complete.
  struct Unfinished {
    std::map<std::size_t, ContainerEvidence> containers;                         ///< by slot
    std::map<std::pair<std::size_t, std::string>, std::vector<double>> batches;  ///< by slot and operation, ns a call
  };

  std::optional<RunStarted> started_;
  std::optional<RunFinished> finished_;
  std::vector<RoundFinished> rounds_;
  std::vector<RoundFailed> problems_;
  std::vector<Attestation> attestations_;
  std::map<std::string, std::int64_t> iterations_;
  std::map<std::size_t, std::set<std::string>> likenesses_;  ///< by condition
  std::vector<SystemCallsCounted> counted_;
  std::map<std::size_t, Unfinished> unfinished_;  ///< by group
  std::map<std::size_t, std::map<std::pair<std::size_t, std::string>, Series>> series_;
};

}  // namespace orchestrate
