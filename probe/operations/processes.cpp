// Starting a program.
#include <sys/wait.h>
#include <unistd.h>

#include "operations/loop.hpp"

namespace probe {

// One operation starts this very program anew with the verb `nothing`, which main() answers before all else, and waits
// for its end: a vfork(), the execve() of a static program, its start and exit, a waitpid(). vfork() is how a C library
// starts programs (posix_spawn, popen, system): nothing is copied that execve() would throw away. Nothing is opened or
// written, so a read-only root is enough. Returns the wait status, 0 for a good end; -1, or a status of 127 with errno
// set, where a call failed: the child of a vfork() shares errno with this process until it is another program.
PROBE_LOOP long start_and_wait() {
  static char name[] = "probe";
  static char verb[] = "nothing";
  static char* const words[] = {name, verb, nullptr};
  const pid_t child = vfork();
  if (child == 0) {
    execve("/proc/self/exe", words, environ);
    _exit(127);
  }
  if (child < 0) return -1;
  int status = 0;
  return waitpid(child, &status, 0) == child ? status : -1;
}

PROBE_LOOP LoopResult loop_static_start(std::uint64_t iterations) {
  return repeat(iterations, 0, start_and_wait);
}

}  // namespace probe
