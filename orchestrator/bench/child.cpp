#include "bench/child.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <ctime>
#include <stdexcept>

namespace orchestrate::bench {
namespace {

double now(clockid_t clock) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// The child's part; never returns.
[[noreturn]] void work_and_exit(int pipe, const std::function<Seconds()>& work) {
  try {
    const Seconds seconds = work();
    _exit(::write(pipe, &seconds, sizeof seconds) == sizeof seconds ? 0 : 1);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    _exit(1);
  }
}

}  // namespace

Taken in_child(const std::function<Seconds()>& work) {
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error("no pipe for a child");
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("no child");
  if (child == 0) work_and_exit(ends[1], work);
  ::close(ends[1]);
  Taken taken;
  const bool told = ::read(ends[0], &taken.seconds, sizeof taken.seconds) == sizeof taken.seconds;
  ::close(ends[0]);
  int status = 0;
  rusage usage{};
  if (::wait4(child, &status, 0, &usage) != child || status != 0 || !told) throw std::runtime_error("the child failed");
  taken.peak_mb = static_cast<double>(usage.ru_maxrss) * 1024 / 1e6;
  return taken;
}

Seconds seconds_of(const std::function<void()>& work) {
  const Seconds before{now(CLOCK_MONOTONIC), now(CLOCK_PROCESS_CPUTIME_ID)};
  work();
  return {now(CLOCK_MONOTONIC) - before.wall, now(CLOCK_PROCESS_CPUTIME_ID) - before.cpu};
}

}  // namespace orchestrate::bench
