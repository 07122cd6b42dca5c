#pragma once

#include <chrono>

#include "support/failure.hpp"
#include "support/file_descriptor.hpp"

namespace orchestrate {

/// So long a first signal leaves for the turn to be finished; then it is urgent.
constexpr std::chrono::seconds time_to_finish{3};

/// From now on the first SIGINT, SIGTERM or SIGHUP asks to stop where that loses nothing. A second one, or
/// `time_to_finish` without an end, is urgent: whatever waits for a program or a container waits no longer. A third
/// ends the program in the ordinary way (what it leaves is removed by `clean` or the next run).
void ask_before_interrupting();

/// True after the first such signal.
bool interruption_wanted();

/// Something that was waited for is no longer, since a signal was urgent: exit status 130.
class Interrupted : public Failure {
 public:
  Interrupted() : Failure(ExitStatus::interrupted, "orchestrate: stopped by a signal.") {}
};

/// As long as one lives nothing is urgent: for removing what must not be left behind. Waiting has its limits there,
/// too.
class Uninterrupted {
 public:
  Uninterrupted();
  ~Uninterrupted();
  Uninterrupted(const Uninterrupted&) = delete;
  Uninterrupted& operator=(const Uninterrupted&) = delete;
  Uninterrupted(Uninterrupted&&) = delete;
  Uninterrupted& operator=(Uninterrupted&&) = delete;
};

/// True where waiting is to end at once.
bool interruption_is_urgent();

/// Readable for poll(2) from the moment when the interruption is urgent, and never read from; negative where nothing
/// can be urgent: before ask_before_interrupting(), and as long as an Uninterrupted lives.
int urgent_interruption();

/// Sleeps until there is something to read, an interruption is wanted, or the time is over; returns at once where it is
/// wanted already.
void sleep_until_readable(const FileDescriptor& file, std::chrono::seconds at_most);

}  // namespace orchestrate
