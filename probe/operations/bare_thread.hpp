#pragma once

#include <sys/types.h>

#include <memory>

namespace probe {

/// A thread that the C library knows nothing of: a clone() with what a thread shares. Once a program has started a
/// pthread, glibc takes a longer way into every read() and write() for the rest of its life, so that what is measured
/// later would depend on what was measured before. (write_dev_null went from 100 to 130 ns; while the thread lived, a
/// part of that was the kernel's, which counts references to files that threads share.) Nor does a static program need
/// libpthread.a, of which linkers take too little (GCC bug 58909).
///
/// The thread has the starter's thread-local storage. Its body may make system calls through the C library, but nothing
/// that keeps something for each thread: no memory, no locks, no sched_getcpu(); errno is shared.
class BareThread {
 public:
  /// Starts it; throws CallFailed. `argument` must outlive it.
  BareThread(void (*body)(void* argument), void* argument);
  ~BareThread() { wait(); }
  BareThread(const BareThread&) = delete;
  BareThread& operator=(const BareThread&) = delete;

  /// Waits until it has ended.
  void wait();

 private:
  static int begin(void* thread);

  void (*body_)(void* argument);
  void* argument_;
  std::shared_ptr<void> stack_;
  pid_t id_;
  pid_t alive_ = 0;  ///< its id too, over which the kernel writes 0, and wakes who waits here, when it ends
};

}  // namespace probe
