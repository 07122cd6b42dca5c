#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/diagnosis.hpp"
#include "analysis/latency.hpp"
#include "analysis/ledger.hpp"
#include "analysis/operation_evidence.hpp"
#include "analysis/verdict.hpp"
#include "support/failure.hpp"

namespace orchestrate {

/// What an operation costs in a condition, in ns a call.
struct OperationResult {
  std::size_t condition = 0;  ///< index into Plan::conditions
  std::string operation;
  Estimate ns;              ///< over the rounds' values: their floors, or medians where the design says so
  double batch_median = 0;  ///< plain median of all batches
  OperationEvidence evidence;
  std::string note;        ///< what the number really is, where that is not what one would think; mostly empty
  bool two_modes = false;  ///< the median of batches lies well above their floor, and they have more than one mode
  bool skewed = false;     ///< the same distance without a second mode: most batches were disturbed
  BatchesDiagnosis batches;
  RoundsDiagnosis rounds;
};

/// Evidence that an operation in a condition did not do what its name says; its numbers are withheld.
struct Misnamed {
  std::size_t condition = 0;
  std::string operation;
  std::string what;
};

/// Single calls of an operation in a condition.
struct LatencyResult {
  std::size_t condition = 0;
  std::string operation;
  Latency latency;
};

/// What the filter that was loaded in a condition refuses.
struct FilterResult {
  std::size_t condition = 0;
  FilterResolved filter;
};

/// The tests beside a contrast's verdict.
struct ContrastTests {
  double p = 1;       ///< of "no difference"
  double p_holm = 1;  ///< corrected for the family: all contrasts of the run that have numbers
  double margin_ns = 0;
  double equivalence_p = 1;  ///< of "a difference beyond the margin"
};

struct ContrastResult {
  std::size_t contrast = 0;  ///< index into Plan::contrasts
  Judgement judgement;
  bool as_expected = false;
  bool treated_alike = false;             ///< swallowed because both processes see the same of themselves
  std::optional<Estimate> difference_ns;  ///< base − other; absent where the pair is not attested
  std::optional<Estimate> ratio;          ///< base / other
  bool two_modes = false;                 ///< floors and medians of batches tell different differences
  std::optional<ContrastTests> tests = {};
  RoundsDiagnosis rounds = {};  ///< of the differences
};

enum class ClaimVerdict { holds, fails, unresolved, withheld, skipped };

std::string to_text(ClaimVerdict verdict);

struct ClaimResult {
  std::size_t claim = 0;  ///< index into Plan::claims
  ClaimVerdict verdict = ClaimVerdict::withheld;
  std::string reason;
  std::optional<Estimate> value;
};

/// How far two containers of one condition differ.
struct TwinResult {
  std::size_t condition = 0;
  std::string operation;
  Estimate difference_ns;
};

/// How precise a run is, beside what was wanted.
struct Precision {
  double wanted = 0;              ///< half width of a contrast's ratio interval; of an operation's without contrasts
  std::string widest;             ///< for a person: what has the widest; empty where nothing has a value
  std::optional<double> reached;  ///< its half width; none where it has no interval
  /// Where that is not enough: the rounds and the time that the whole run would have taken, as a width falls by the
  /// root of the number of rounds; where there is no interval, what the first one needs at least.
  int rounds_needed = 0;
  double seconds_needed = 0;
};

struct Times {
  double wall_s = 0;
  double measuring_s = 0;  ///< sum of all batches and of all sampled calls
  double batches_s = 0;    ///< sum of all batches
  double lockstep_s = 0;   ///< from each round's first batch to its last
  double starting_s = 0;
  double ending_s = 0;
};

/// What a run found. A pure function of its journal.
struct Summary {
  RunStarted run;
  RunFinished finished;              ///< all zero while the run lasts
  int rounds = 0;                    ///< complete in every group that did not end early
  int resumptions = 0;               ///< how often the run was resumed
  std::set<std::string> other_runs;  ///< that measured on this machine at the same time, for a person
  std::vector<OperationResult> operations;
  std::vector<Misnamed> misnamed;
  std::vector<LatencyResult> latencies;
  std::vector<ContrastResult> contrasts;
  std::vector<ClaimResult> claims;
  std::vector<Attestation> attestations;
  std::vector<FilterResult> filters;  ///< of attested conditions whose filter this host could read
  std::vector<TwinResult> twins;
  std::vector<HandOverChosen> hand_overs;  ///< by group; none where the run ended before that was decided
  std::vector<RoundFailed> problems;
  std::vector<ConditionGivenUp> given_up;
  Times time;
  Precision precision;
  ExitStatus exit = ExitStatus::success;
};

/// Throws UsageFailure where the journal does not begin with the start of a run.
Summary summarize(const Ledger& ledger);

/// Of the summary of a run that has begun only what decides whether it goes on: its contrasts with their verdicts and,
/// where it has none, what its operations cost. A run asks for this while the next round's containers are about to
/// start, so nothing is worked out that no decision needs: no claims, no single calls, nothing of how batches and
/// rounds are distributed.
Summary summarize_for_stopping(const Ledger& ledger);

/// The relative half width of the ratio's interval that is widest among the attested contrasts (of the operations where
/// there are no contrasts); infinite where one has no interval.
double widest_half_width(const Summary& summary);

/// The same of one group; 0 where all of it is withheld.
double widest_half_width(const Summary& summary, std::size_t group);

}  // namespace orchestrate
