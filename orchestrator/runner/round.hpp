#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "plan/shifts.hpp"
#include "runner/blame.hpp"
#include "runner/futex_hand_over.hpp"
#include "runner/hand_over.hpp"
#include "runner/runner.hpp"
#include "runner/shared_turns.hpp"

namespace orchestrate {

/// The containers of a group that are alive together in one round, from their start to their removal; in lockstep all
/// of the group. The destructor removes what is left.
class Round {
 public:
  /// `so_far`: what the shifts of the same round before this one took. `shared`: the file in which its containers are
  /// to take turns; null where they are not to. `clocks`: when the last batch of each seat's earlier container ended,
  /// by the container's clock; those of this shift are added when it is measured. Must outlive the round.
  Round(const Plan& plan, const Shift& shift, const RoundFinished& so_far, RunContext& context,
        std::unique_ptr<SharedTurns> shared, std::map<Seat, std::int64_t>& clocks);
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

  /// Why its containers cannot take turns in the shared file, which they are shown; nothing where they can. With
  /// `trial` they also try it.
  std::optional<TurnsRefused> share_turns(bool trial);

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

  /// Asks every process once more what it sees of itself, and tells it to end. Only after this the shift counts. Its
  /// containers are still to be removed.
  void finish();

  /// A failure of one of the calls above, as it looks when the engine was asked what became of the containers.
  [[nodiscard]] RoundFailure examined(const RoundFailure& failure) const;

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
  template <typename Read>
  auto ask(std::size_t seat, const std::string& command, const Awaited& awaited, const Read& read);
  void check_clock(std::size_t seat, const Batch& batch, std::vector<std::int64_t>& ended_ns) const;

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
  std::map<Seat, std::int64_t>& clocks_;
  RoundFinished times_;
  std::int64_t measured_until_ns_ = 0;
  int started_ = 0;
};

}  // namespace orchestrate
