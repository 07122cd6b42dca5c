#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orchestrate {

/// A point in time after which waiting ends.
using Deadline = std::chrono::steady_clock::time_point;

inline Deadline within(std::chrono::milliseconds limit) {
  return std::chrono::steady_clock::now() + limit;
}

/// How a program ended. Exactly one member is set.
struct ExitState {
  std::optional<int> code;
  std::optional<int> signal;

  [[nodiscard]] bool succeeded() const { return code == 0; }
};

/// "exit status 125", "signal 9 (Killed)"
std::string to_text(const ExitState& state);

/// The absolute path of a program given by path or, without a slash, found on PATH. Throws EnvironmentFailure that
/// names what was looked for and where.
std::string find_program(const std::string& name);

/// A running program with its three standard streams connected to us. Every argument reaches the program as it is:
/// there is no shell and no splitting. The program leads a process group of its own, so that Ctrl-C at the terminal
/// does not reach it and a signal reaches its children. The destructor kills the group and reaps the program. All that
/// waits throws Interrupted where an interruption is urgent (support/interruption.hpp).
class Process {
 public:
  /// Starts `arguments`; the first is the program's path. Throws EnvironmentFailure where it cannot be started.
  explicit Process(const std::vector<std::string>& arguments);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  Process(Process&&) = delete;
  Process& operator=(Process&&) = delete;

  struct Read {
    enum class Kind { line, end, timed_out, too_long };
    Kind kind = Kind::end;
    std::string line;  ///< without its new line
  };

  /// Writes `line` and a new line. False when the program no longer reads.
  bool write_line(std::string_view line, Deadline deadline);

  /// The next line of standard output. Standard error is read along, so that the program never blocks on it.
  Read read_line(Deadline deadline);

  /// Has every piece of standard error that comes from now on shown to `watch`, within calls of this object.
  void watch_errors(std::function<void(std::string_view)> watch);

  void close_input();

  /// Reads standard output no longer; a program that writes on finds that nobody does.
  void close_output();

  /// Reads both streams to their ends and reaps the program; nothing when it still runs at `deadline`, or has written
  /// more on standard output than anybody reads (see `flooded`).
  std::optional<ExitState> wait(Deadline deadline);

  /// Whether more than 64 MiB came on standard output and were not taken; `wait` reads no further than that.
  [[nodiscard]] bool flooded() const;

  /// Sends a signal to the program's process group.
  void signal(int number);

  /// Readable for poll(2) as soon as the program has written on standard output or has closed it. Not to be read from.
  [[nodiscard]] int output_descriptor() const;

  /// What came on standard output and was not taken by read_line.
  [[nodiscard]] const std::string& output() const;

  /// What has come on standard error so far; of more than 1 MiB the rest is dropped.
  [[nodiscard]] const std::string& errors() const;

 private:
  struct Streams;
  std::unique_ptr<Streams> streams_;
};

/// What a program that ran to its end left.
struct Outcome {
  ExitState state;
  bool timed_out = false;  ///< it was killed because `limit` was over; `state` is then meaningless
  bool flooded = false;    ///< it was killed because it wrote more than 64 MiB; the same holds
  std::string output;
  std::string errors;
};

/// Runs `arguments` to the end with nothing on standard input. After `limit`, or when it writes more than 64 MiB, its
/// process group is killed.
Outcome run_to_end(const std::vector<std::string>& arguments, std::chrono::milliseconds limit);

}  // namespace orchestrate
