#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "factors/seccomp_refusals.hpp"
#include "plan/plan.hpp"
#include "witness/message.hpp"

namespace orchestrate {

// What a journal holds: one line a fact. Everything that is ever said about a run follows from these alone.

/// Which container of which round is meant.
struct Place {
  int round = 0;          ///< from 1
  std::size_t group = 0;  ///< index into Plan::groups
  std::size_t slot = 0;   ///< see Group

  bool operator==(const Place&) const = default;
};

/// The run of which another one is the next block: what it began on had changed when it was to go on.
struct EarlierBlock {
  std::string folder;
  std::vector<std::string> changes;  ///< for a person, escaped: what was, what is

  bool operator==(const EarlierBlock&) const = default;
};

/// The first line: what was asked for, and where it runs.
struct RunStarted {
  std::string run;          ///< the label orchestrate.run of its containers
  std::string version;      ///< of this program
  std::string started_utc;  ///< 2026-11-30T10-44-05Z
  Plan plan;
  nlohmann::json environment;
  std::optional<EarlierBlock> continues = {};  ///< where `resume --accept-changes` has begun it
};

/// A run that had ended early goes on. What a round that was not complete has left before this line does not count.
struct RunResumed {
  std::string version;      ///< of the program that goes on
  std::string resumed_utc;  ///< as RunStarted::started_utc
  nlohmann::json environment;
};

/// Another run measured on this machine at the same time: the two disturb each other.
struct OtherRunSeen {
  std::string other;  ///< for a person: which process, which experiment, which folder
};

/// How many calls a batch of an operation has, in every condition of the run.
struct Calibrated {
  std::string operation;
  std::int64_t iterations = 0;
};

/// A container is up and waits: what it was started with, what the engine recorded of it, what it sees of itself.
struct ContainerStarted {
  Place place;
  std::string id;
  std::vector<std::string> arguments;
  std::string token;   ///< the word that its witness must repeat
  std::string errors;  ///< what the engine's client wrote on standard error
  nlohmann::json record;
  nlohmann::json config;  ///< the OCI config.json of the running container; null where the host cannot read it
  nlohmann::json witness;
};

/// What the filter that was loaded for a condition refuses, resolved once in a run. Not written down where this host
/// cannot read what the runtime was told.
struct FilterResolved {
  Place place;
  SeccompRefusals refusals;
  std::string failure;  ///< why the filter could not be resolved, and `refusals` says nothing; empty where it could
};

/// Which system calls an operation makes in a condition, counted once in a run.
struct SystemCallsCounted {
  Place place;
  std::string operation;
  std::int64_t calls = 0;
  std::map<std::string, std::int64_t> system_calls;  ///< by name
  std::string refusal;                               ///< why nothing could be counted; empty where it could
};

/// How the turns of a group are passed on from container to container, decided in its first round.
struct HandOverChosen {
  std::size_t group = 0;
  std::string way;     ///< "stdio", "futex"
  std::string reason;  ///< why not by futex, where that was not asked for; otherwise empty
};

/// One timed batch in the container of one slot.
struct Batch {
  std::size_t slot = 0;
  std::int64_t started_ns = 0;  ///< CLOCK_MONOTONIC
  std::int64_t elapsed_ns = 0;
  std::int64_t voluntary_switches = 0;
  std::int64_t involuntary_switches = 0;
  std::int64_t minor_faults = 0;
  int cpu_before = -1;
  int cpu_after = -1;
  std::optional<OtherEnd> other = {};  ///< of an operation with two ends
};

/// One batch of one operation in every container of a group, in the order in which they were measured.
struct Turn {
  int round = 0;
  std::size_t group = 0;
  int turn = 0;
  std::string operation;
  std::vector<Batch> batches;
};

/// Calls of an operation in the container of one slot, a part of them timed one by one.
struct CallsSampled {
  Place place;
  std::string operation;
  Sampled sampled;
};

/// What the process saw of itself after its last batch.
struct ContainerFinished {
  Place place;
  nlohmann::json witness;
};

/// A group's round is complete; only then its turns count.
struct RoundFinished {
  int round = 0;
  std::size_t group = 0;
  // Where the group's containers follow one another, each is the sum over them.
  std::int64_t starting_ns = 0;   ///< from the first container's start until all were attested
  std::int64_t measuring_ns = 0;  ///< sum of the batches
  std::int64_t lockstep_ns = 0;   ///< from the first batch to the last
  std::int64_t sampling_ns = 0;   ///< sum of the calls that were sampled
  std::int64_t ending_ns = 0;     ///< from the last measured call until the containers were removed
};

/// How long a round took in all.
inline std::int64_t wall_ns(const RoundFinished& round) {
  return round.starting_ns + round.lockstep_ns + round.sampling_ns + round.ending_ns;
}

/// Something went wrong in a container; its round, or the named slots' part of it, does not count. It is done again
/// within a budget.
struct RoundFailed {
  int round = 0;
  std::size_t group = 0;
  std::string what;                       ///< for a person; the first line says what happened
  std::string kind = {};                  ///< its word, see engine/fault.hpp; empty in a journal of an older version
  std::optional<std::size_t> slot = {};   ///< whose container it was; nothing where nobody can be blamed
  std::vector<std::size_t> at_work = {};  ///< whose part of the round does not count; empty: all of it
};

/// A condition that failed more often than its budget allows is not measured any more, and has no numbers. Without a
/// condition the group ends, since nobody in it could be blamed; its complete rounds count.
struct ConditionGivenUp {
  int round = 0;  ///< in which it failed last
  std::size_t group = 0;
  std::optional<std::size_t> condition = {};
  std::string kind;  ///< as that failure's
  std::string what;
};

/// The last line, unless the run was resumed.
struct RunFinished {
  /// "precision", "last look", "time budget", "not attested", "given up", "interrupted", "time limit", "failed"
  std::string reason;
  int started = 0;  ///< containers
  int left_behind = 0;
  std::int64_t wall_ns = 0;
};

using Fact = std::variant<RunStarted, RunResumed, OtherRunSeen, Calibrated, ContainerStarted, FilterResolved,
                          SystemCallsCounted, HandOverChosen, Turn, CallsSampled, ContainerFinished, RoundFinished,
                          RoundFailed, ConditionGivenUp, RunFinished>;

nlohmann::json to_json(const Fact& fact);

/// The inverse of to_json. Throws nlohmann::json::exception or std::runtime_error where the object is not a fact.
Fact fact_from_json(const nlohmann::json& object);

}  // namespace orchestrate
