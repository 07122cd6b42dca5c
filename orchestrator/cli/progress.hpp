#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "analysis/ledger.hpp"
#include "report/paper.hpp"

namespace orchestrate {

/// Tells on standard error how far a run is: one line, drawn again and again, on a terminal; a line a round elsewhere.
class Progress {
 public:
  /// `quiet` says nothing at all. Of a run that is resumed `rounds_before` are complete.
  Progress(const Plan& plan, bool quiet, int rounds_before = 0);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  Progress(Progress&&) = delete;
  Progress& operator=(Progress&&) = delete;

  /// `share` of round `round` is measured. Draws at most ten times a second.
  void within_round(int round, double share);

  /// A round is complete: says the half width that is reached, and when the next look is or why the run ends here.
  void after_round(int round, const Ledger& ledger, const std::optional<std::string>& reason_to_stop);

  /// With a time budget: the half width that is reached, from now on.
  void at_look(const Ledger& ledger);

 private:
  /// Since this object's beginning.
  [[nodiscard]] double seconds() const;

  const Plan& plan_;
  bool quiet_;
  int rounds_before_;
  bool terminal_;
  Paper paper_;
  std::int64_t began_ns_;
  std::int64_t last_drawn_ns_ = 0;
  std::optional<double> half_width_;        ///< relative, of the widest interval; nothing before there is one
  std::optional<double> first_half_width_;  ///< the first that there was
};

}  // namespace orchestrate
