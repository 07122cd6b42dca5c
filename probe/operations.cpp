#include "operation.hpp"

// The one table. LOOP needs nothing but its function, loop_<name>; PREPARED is for an operation that has to open things
// first, in prepare_<name>. Both stand in operations/, one file a family; a new operation is that function and a line
// here.
#define PROBE_OPERATIONS(LOOP, PREPARED)                                                                               \
  LOOP(empty_loop, "nothing", "a turn of an empty loop: what every other operation's loop costs beside the call")      \
  LOOP(function_call, "plain_function", "a call of a plain function that does nothing and is not inlined")             \
  LOOP(getpid, "getpid()", "the C library's getpid(): a system call, unless the library caches the id (glibc < 2.25)") \
  LOOP(cached_getpid, "cached_getpid()",                                                                               \
       "what a getpid() that keeps the id costs: no system call, a call that reads a memory cell")                     \
  LOOP(getppid, "getppid()", "the C library's getppid(), which no library caches: a system call")                      \
  LOOP(getpid_syscall, "syscall(SYS_getpid)", "the system call getpid through the C library's syscall()")              \
  LOOP(clock_monotonic, "clock_gettime(CLOCK_MONOTONIC)", "reading the monotonic clock, through the vDSO if it can")   \
  LOOP(clock_monotonic_syscall, "syscall(SYS_clock_gettime, CLOCK_MONOTONIC)",                                         \
       "reading the monotonic clock by a system call")                                                                 \
  LOOP(clock_monotonic_raw, "clock_gettime(CLOCK_MONOTONIC_RAW)",                                                      \
       "reading the monotonic clock that no adjustment slews, through the vDSO if it can")                             \
  LOOP(clock_monotonic_raw_syscall, "syscall(SYS_clock_gettime, CLOCK_MONOTONIC_RAW)",                                 \
       "reading the monotonic clock that no adjustment slews by a system call")                                        \
  LOOP(clock_monotonic_coarse, "clock_gettime(CLOCK_MONOTONIC_COARSE)",                                                \
       "reading the monotonic clock at the last tick, through the vDSO if it can")                                     \
  LOOP(clock_monotonic_coarse_syscall, "syscall(SYS_clock_gettime, CLOCK_MONOTONIC_COARSE)",                           \
       "reading the monotonic clock at the last tick by a system call")                                                \
  LOOP(clock_realtime, "clock_gettime(CLOCK_REALTIME)", "reading the wall clock, through the vDSO if it can")          \
  LOOP(clock_realtime_syscall, "syscall(SYS_clock_gettime, CLOCK_REALTIME)",                                           \
       "reading the wall clock by a system call")                                                                      \
  LOOP(clock_realtime_coarse, "clock_gettime(CLOCK_REALTIME_COARSE)",                                                  \
       "reading the wall clock at the last tick, through the vDSO if it can")                                          \
  LOOP(clock_realtime_coarse_syscall, "syscall(SYS_clock_gettime, CLOCK_REALTIME_COARSE)",                             \
       "reading the wall clock at the last tick by a system call")                                                     \
  LOOP(clock_boottime, "clock_gettime(CLOCK_BOOTTIME)",                                                                \
       "reading the time since boot, suspends included, through the vDSO if it can")                                   \
  LOOP(clock_boottime_syscall, "syscall(SYS_clock_gettime, CLOCK_BOOTTIME)",                                           \
       "reading the time since boot, suspends included by a system call")                                              \
  LOOP(clock_tai, "clock_gettime(CLOCK_TAI)", "reading international atomic time, through the vDSO if it can")         \
  LOOP(clock_tai_syscall, "syscall(SYS_clock_gettime, CLOCK_TAI)",                                                     \
       "reading international atomic time by a system call")                                                           \
  LOOP(clock_process_cputime, "clock_gettime(CLOCK_PROCESS_CPUTIME_ID)",                                               \
       "reading the process's CPU time, which no vDSO can answer")                                                     \
  LOOP(clock_process_cputime_syscall, "syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID)",                          \
       "reading the process's CPU time by a system call")                                                              \
  LOOP(clock_thread_cputime, "clock_gettime(CLOCK_THREAD_CPUTIME_ID)",                                                 \
       "reading the thread's CPU time, which no vDSO can answer")                                                      \
  LOOP(clock_thread_cputime_syscall, "syscall(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID)",                            \
       "reading the thread's CPU time by a system call")                                                               \
  PREPARED(write_dev_null, "write(/dev/null, 1 byte)", "a write of one byte to /dev/null")                             \
  PREPARED(read_byte, "read(file, 1 byte)", "a byte of a temporary file, each by a read() of its own")                 \
  PREPARED(read_buffered, "read(file, 4096 bytes)", "a byte of the same kind of file, through a buffer of 4 KiB")      \
  PREPARED(pipe_pingpong, "write(pipe, 1 byte) or read(pipe, 1 byte)",                                                 \
           "a byte to another process and back through two pipes: two context switches where both share a CPU")        \
  PREPARED(pipe_pingpong_threads, "write(pipe, 1 byte) or read(pipe, 1 byte)",                                         \
           "the same between two threads of one process")                                                              \
  PREPARED(pipe_self, "write(pipe, 1 byte) or read(pipe, 1 byte)",                                                     \
           "a byte written to a pipe and read back by the same process: the same calls without a switch")              \
  LOOP(static_start, "vfork(), execve(/proc/self/exe) or waitpid()",                                                   \
       "starting this static program, which ends at once, and waiting for its end; what it calls itself is not "       \
       "counted")

// Those whose single calls can be timed as well: a LOOP by sample_<name>, a PREPARED by what its prepare_<name> gives.
#define PROBE_SAMPLED_OPERATIONS(LOOP, PREPARED) \
  LOOP(empty_loop)                               \
  LOOP(function_call)                            \
  LOOP(getpid)                                   \
  LOOP(getpid_syscall)                           \
  LOOP(clock_monotonic)                          \
  LOOP(clock_monotonic_syscall)                  \
  PREPARED(write_dev_null)

namespace probe {

#define DECLARE_LOOP(name, call, summary) extern "C" LoopResult loop_##name(std::uint64_t iterations);
#define DECLARE_PREPARED(name, call, summary) PreparedOperation prepare_##name();
PROBE_OPERATIONS(DECLARE_LOOP, DECLARE_PREPARED)

#define DECLARE_SAMPLED_LOOP(name) extern "C" LoopResult sample_##name(const SampleSize& size, Histogram& ticks);
#define NOTHING(name)
PROBE_SAMPLED_OPERATIONS(DECLARE_SAMPLED_LOOP, NOTHING)

namespace {

using SampledLoop = LoopResult (*)(const SampleSize& size, Histogram& ticks);

/// What times single calls of an operation without preparation; null where nothing does.
SampledLoop sampled_loop_of(const std::string& operation) {
#define SAMPLED_LOOP(name) \
  if (operation == #name) return sample_##name;
  PROBE_SAMPLED_OPERATIONS(SAMPLED_LOOP, NOTHING)
  return nullptr;
}

}  // namespace

const std::vector<Operation>& operations() {
#define LOOP_ROW(name, call, summary) \
  {#name, call, summary, [] { return PreparedOperation{loop_##name, {}, {}, sampled_loop_of(#name)}; }},
#define PREPARED_ROW(name, call, summary) {#name, call, summary, prepare_##name},
  static const std::vector<Operation> table = {PROBE_OPERATIONS(LOOP_ROW, PREPARED_ROW)};
  return table;
}

const Operation* find_operation(const std::string& name) {
  for (const Operation& operation : operations()) {
    if (operation.name == name) return &operation;
  }
  return nullptr;
}

std::vector<std::string> operation_names() {
  std::vector<std::string> names;
  for (const Operation& operation : operations()) names.emplace_back(operation.name);
  return names;
}

std::vector<std::string> sampled_operation_names() {
#define NAME(name) #name,
  return {PROBE_SAMPLED_OPERATIONS(NAME, NAME)};
}

}  // namespace probe
