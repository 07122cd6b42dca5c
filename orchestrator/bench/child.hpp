#pragma once

#include <functional>

namespace orchestrate::bench {

/// How long something took. On a machine that does other things as well, the second says what it would take alone.
struct Seconds {
  double wall = 0;
  double cpu = 0;  ///< of the whole process

  Seconds& operator+=(const Seconds& more) {
    wall += more.wall;
    cpu += more.cpu;
    return *this;
  }
};

/// What a piece of work took in a process of its own.
struct Taken {
  Seconds seconds;
  double peak_mb = 0;  ///< largest resident memory of the process, the program itself included; 1 MB is 10^6 bytes
};

/// Runs `work`, which returns how much of its time counts, in a child process. Throws std::runtime_error where the
/// child fails.
Taken in_child(const std::function<Seconds()>& work);

/// What `work` takes.
Seconds seconds_of(const std::function<void()>& work);

}  // namespace orchestrate::bench
