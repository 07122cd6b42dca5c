#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "timing/usage.hpp"

namespace probe {

class Histogram;

/// What a loop saw of its calls' results. Inside the loop they are only xor-ed with the expected result and or-ed
/// together, which hides behind the call; they are judged after the clock has stopped.
struct LoopResult {
  long unexpected;  ///< 0 where every call returned what it must
  long last;        ///< what the last call returned
};

/// What the other end of an operation, a process or thread that answers, saw of itself.
struct OtherEnd {
  int cpu;      ///< where it ran just then
  Usage usage;  ///< since it began
};

/// How many calls to make, of which each `every`th is timed on its own; `calls` / `every` in all, rounded down.
struct SampleSize {
  std::uint64_t calls;
  std::uint64_t every;  ///< 1 to calls
};

/// An operation with everything it needs open, so that nothing is opened or allocated while it is timed.
struct PreparedOperation {
  /// Does the operation `iterations` times. This alone is timed.
  std::function<LoopResult(std::uint64_t iterations)> run;
  /// Puts things back to where every batch starts; runs before each batch, untimed. May be empty.
  std::function<void()> rewind;
  /// What it works on, where that is not the same on every machine ("a file in /dev/shm"). May be empty.
  std::string works_on;
  /// Does the operation size.calls times, and records how many of the timer's ticks every size.every-th call took, the
  /// timer's own cost included. Empty where single calls cannot be timed.
  std::function<LoopResult(const SampleSize& size, Histogram& ticks)> sample = {};
  /// Ends what must not live between batches; runs after each batch, untimed. May be empty.
  std::function<void()> finish = {};
  /// Asks the other end, between rewind and finish, what it sees of itself; throws where it does not answer. Empty
  /// where there is none.
  std::function<OtherEnd()> other_end = {};
  /// Lets the other end run on that CPU only; this, or the next rewind, throws CallFailed, which names the CPU. Empty
  /// where there is none.
  std::function<void(int cpu)> pin_other_end = {};
};

/// The time in which an operation may run: rewind at its beginning, finish at its end.
class Turn {
 public:
  explicit Turn(const PreparedOperation& prepared) : prepared_(prepared) {
    if (prepared_.rewind) prepared_.rewind();
  }
  ~Turn() {
    if (prepared_.finish) prepared_.finish();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  const PreparedOperation& prepared_;
};

/// Something the probe can measure.
struct Operation {
  const char* name;     ///< as in experiment files: "getpid_syscall"
  const char* call;     ///< the call that can fail, as error messages name it: "syscall(SYS_getpid)"
  const char* summary;  ///< one line for people: what one operation is
  /// Opens what the operation needs; throws CallFailed where it cannot.
  std::function<PreparedOperation()> prepare;
};

/// All operations, in the order in which people see them.
const std::vector<Operation>& operations();

/// The operation of that name, or null.
const Operation* find_operation(const std::string& name);

/// The names of all operations, in their order.
std::vector<std::string> operation_names();

/// The names of those that have a `sample` once they are prepared, in their order.
std::vector<std::string> sampled_operation_names();

}  // namespace probe
