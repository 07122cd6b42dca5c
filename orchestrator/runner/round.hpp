#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "plan/shifts.hpp"
#include "runner/hand_over.hpp"
#include "runner/runner.hpp"
#include "runner/shared_turns.hpp"

namespace orchestrate {

/// The containers of a group that are alive together in one round, from their start to their removal; in lockstep all
/// of the group. The destructor removes what is left.
class Round {
 public:
  /// `so_far`: what the shifts of the same round before this one took. `shared`: the file in which its containers are
  /// to take turns; null where they are not to.
  Round(const Plan& plan, const Shift& shift, const RoundFinished& so_far, RunContext& context,
        std::unique_ptr<SharedTurns> shared);
  ~Round();
  Round(const Round&) = delete;
  Round& operator=(const Round&) = delete;
  Round(Round&&) = delete;
  Round& operator=(Round&&) = delete;

  /// Starts every container of the shift, waits until each has reported itself, asks the engine what it recorded, and
  /// writes both down; once in a run also what each condition's filter refuses. While the engine starts them, `before`
  /// is removed, the finished shift before this one, if any.
  void start(Round* before);

  /// Whether start() failed because the engine would not mount the shared file: what it said; empty where it did not.
  [[nodiscard]] std::string refused_mount() const;

  /// Why its containers cannot take turns in the shared file, which they are shown; empty where they can. With `trial`
  /// they also try it.
  std::string share_turns(bool trial);

  [[nodiscard]] SharedTurns& shared() { return *shared_; }

  /// Asks the first container how many calls make a batch. Called once in a run: a condition must never choose its own
  /// workload.
  std::map<std::string, std::int64_t> calibrate();

  /// Counts which system calls each operation makes in each condition, as evidence beside the times. Called once in a
  /// run, before anything is timed; a probe that cannot count says so.
  void count_system_calls();

  /// Takes all turns, and tells `progress` which share of them is done; false when it was interrupted.
  bool measure(const std::map<std::string, std::int64_t>& iterations, const HandOver& hand_over,
               const std::function<void(double share)>& progress);

  /// Times single calls of the operations that are to be sampled, one container after the other in random order.
  void sample();

  /// Asks every process once more what it sees of itself, and tells it to end. Only after this the round counts, where
  /// this was its last shift. Its containers are still to be removed.
  void finish();

  /// Removes the containers, and waits until they are gone.
  void remove_containers();

  [[nodiscard]] int started() const { return started_; }

  /// What this round has taken, its earlier shifts included.
  [[nodiscard]] const RoundFinished& times() const { return times_; }

 private:
  void record(const Fact& fact);
  [[nodiscard]] ContainerSpec spec_of(std::size_t seat) const;
  void start_container(std::size_t seat);
  void resolve_filter(std::size_t slot, const nlohmann::json& config);
  void tell_to_quit();

  const Plan& plan_;
  int number_;
  std::size_t group_;
  RunContext& context_;
  /// Which slot of the group has which seat in the shift; what follows is by seat.
  Shift shift_;
  std::vector<std::unique_ptr<Container>> containers_;
  std::vector<std::string> tokens_;
  std::vector<std::string> ids_;
  std::vector<Ready> ready_;
  std::unique_ptr<SharedTurns> shared_;
  RoundFinished times_;
  std::int64_t measured_until_ns_ = 0;
  int started_ = 0;
};

}  // namespace orchestrate
