#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "e2e/taken.hpp"
#include "faults/fault.hpp"
#include "support/files.hpp"
#include "support/process.hpp"

namespace orchestrate::faults {

/// What a run is asked for.
struct Asked {
  int rounds = 3;
  int batches = 30;  ///< a round, of about 1 ms
  std::string operations = "empty_loop, getpid";
  std::string factors = {};               ///< further lines below `factors`
  std::vector<std::string> options = {};  ///< of the command line
  std::filesystem::path results = {};     ///< in place of a folder of the subject's own
};

/// A run of the built program that something is done to, with a results folder of its own.
class Subject {
 public:
  /// Starts it.
  explicit Subject(const Asked& asked);

  /// Waits until its journal has a line.
  void wait_until_begun();

  /// Reads what it says until it has said `text`; throws std::runtime_error where it does not in a minute and a half.
  void wait_for(const std::string& text);

  Process& process() { return *process_; }

  /// Waits for its end: the exit status, 128 + the signal that ended it, or -1 where it hangs and was killed.
  int end();

  /// What it has written on standard error.
  [[nodiscard]] const std::string& said() const { return process_->errors(); }

  [[nodiscard]] std::filesystem::path results() const {
    return asked_.results.empty() ? folder_.path() / "results" : asked_.results;
  }
  [[nodiscard]] std::filesystem::path folder() const { return results() / "subject" / "latest"; }
  [[nodiscard]] std::filesystem::path journal() const { return folder() / "journal.jsonl"; }
  [[nodiscard]] bool has_begun() const;

  /// `orchestrate resume`.
  [[nodiscard]] Outcome resume() const;

  /// The containers of this run that the engine knows, running or not.
  [[nodiscard]] std::vector<std::string> containers() const;

  [[nodiscard]] const Asked& asked() const { return asked_; }

 private:
  Asked asked_;
  TemporaryFolder folder_;
  std::unique_ptr<Process> process_;
};

/// How a run is struck, and what must come of that.
struct Blow {
  Asked asked = {};
  int after_round = 1;  ///< it strikes when so many are complete
  std::function<void(Subject&)> strike;
  std::function<void(Subject&)> undo = [](Subject&) {};  ///< before the run is resumed
  std::vector<int> exits;                                ///< statuses of which the run may end with one
  std::string says = {};                                 ///< words that must be in what it says
};

/// Strikes a run, lets it end and resumes it; what was complete must still be there, and the whole be what the plan
/// orders, to its last round.
Consequence strike(const Blow& blow);

/// The judgement alone, of a run that has ended with `exit`, was complete as `kept` says when it was struck, and is to
/// be resumed.
Consequence resumed(Subject& subject, const Taken& kept, int exit, const std::string& happened);

/// Containers of this run that the engine knows, and temporary folders of processes that no longer live.
int left_by(const std::string& run);

/// `text`, shortened.
std::string shortened(const std::string& text);

/// The first line of `text` that says what went wrong; empty where none does.
std::string in_brief(const std::string& text);

}  // namespace orchestrate::faults
