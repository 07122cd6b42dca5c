#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace probe {

/// What a loop saw of its calls' results. Inside the loop they are only xor-ed with the expected result and or-ed
/// together, which hides behind the call; they are judged after the clock has stopped.
struct LoopResult {
  long unexpected;  ///< 0 where every call returned what it must
  long last;        ///< what the last call returned
};

/// An operation with everything it needs open, so that nothing is opened or allocated while it is timed.
struct PreparedOperation {
  /// Does the operation `iterations` times. This alone is timed.
  std::function<LoopResult(std::uint64_t iterations)> run;
  /// Puts things back to where every batch starts; runs before each batch, untimed. May be empty.
  std::function<void()> rewind;
  /// What it works on, where that is not the same on every machine ("a file in /dev/shm"). May be empty.
  std::string works_on;
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

}  // namespace probe
