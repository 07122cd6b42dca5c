#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

#include "file_descriptor.hpp"
#include "json.hpp"

namespace probe {

/// Which probe the tests run, and how: the one of this machine, or, where PROBE_ARCHITECTURE=aarch64 is in the
/// environment, the one that emulation.cmake builds.
struct ProbeUnderTest {
  std::string program;
  std::string emulator;  ///< empty where the program runs by itself
  std::string objdump;
  std::string architecture;  ///< as uname(1) says it

  bool is_emulated() const { return !emulator.empty(); }
};
/// Throws std::runtime_error where the environment wants one that was not built.
ProbeUnderTest probe_under_test();

/// How a probe ended.
struct Ending {
  int exit_status;  ///< -1 where a signal ended it
  int signal;       ///< 0 where it exited
};

/// How a probe is started.
struct Start {
  std::vector<std::string> arguments;
  /// Runs in the child just before the program: to install a filter or a limit.
  std::function<void()> in_child;
  /// Further flags for clone(2): CLONE_NEWPID makes the probe the first process of its namespace.
  unsigned long clone_flags;
};

/// The built program with pipes at its stdin and stdout and stderr. A descriptor of it never reaches another child.
class RunningProbe {
 public:
  explicit RunningProbe(const Start& start);
  ~RunningProbe();
  RunningProbe(const RunningProbe&) = delete;
  RunningProbe& operator=(const RunningProbe&) = delete;

  /// Whether it could be started; a namespace may be refused.
  bool is_running() const { return pid_ > 0; }
  void send(const std::string& line);
  /// The next line of stdout as JSON; discarded JSON at the end.
  Json receive();
  /// send() and receive().
  Json ask(const std::string& line);
  void send_signal(int number) const;
  void close_input() { input_.close(); }
  void close_output() { output_.close(); }
  std::string rest_of_output() { return rest_of(output_); }
  std::string rest_of_errors() { return rest_of(errors_); }
  Ending wait();

 private:
  static std::string rest_of(const FileDescriptor& descriptor);

  pid_t pid_ = -1;
  FileDescriptor input_;
  FileDescriptor output_;
  FileDescriptor errors_;
};

/// What a run without input said and how it ended.
struct Finished {
  std::string output;
  std::string errors;
  Ending ending;
};
Finished run_probe(const std::vector<std::string>& arguments, const std::function<void()>& in_child = {});

}  // namespace probe
