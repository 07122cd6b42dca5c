#pragma once

#include <stdexcept>
#include <string>

namespace orchestrate {

/// What the program's exit status says; where several apply the larger problem wins (see `worse`).
enum class ExitStatus : int {
  success = 0,             ///< everything that was expected was found
  expectation_failed = 1,  ///< a contrast or claim failed or stayed unresolved
  usage = 2,               ///< wrong usage, or an experiment file that cannot be run
  not_attested = 3,        ///< a condition was swallowed, or evidence for it is missing
  environment = 4,         ///< the engine or the machine failed
  interrupted = 130,       ///< stopped by a signal; what was measured is kept
};

/// Something that keeps the program from going on. The text says what happened, what it means and what to do next,
/// for a person who is in the middle of something else; it may have several lines. Findings about a measurement are
/// values, never failures.
class Failure : public std::runtime_error {
 public:
  Failure(ExitStatus status, const std::string& text) : std::runtime_error(text), status_(status) {}

  [[nodiscard]] ExitStatus status() const noexcept { return status_; }

 private:
  ExitStatus status_;
};

/// The command line or a file given by the user cannot be used as it is: exit status 2.
class UsageFailure : public Failure {
 public:
  explicit UsageFailure(const std::string& text) : Failure(ExitStatus::usage, text) {}
};

/// The engine, the operating system or the disk refused: exit status 4.
class EnvironmentFailure : public Failure {
 public:
  explicit EnvironmentFailure(const std::string& text) : Failure(ExitStatus::environment, text) {}
};

/// The larger problem of two: interrupted, then environment, then not attested, then a failed expectation.
inline ExitStatus worse(ExitStatus a, ExitStatus b) {
  return static_cast<int>(a) > static_cast<int>(b) ? a : b;
}

}  // namespace orchestrate
