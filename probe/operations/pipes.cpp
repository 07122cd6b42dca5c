// A byte through pipes.
//
// One operation of pipe_pingpong is a round trip of one byte: the initiator writes it into one pipe, the other end
// reads it and writes it into a second pipe, the initiator reads it there. Two write(), two read(), and two context
// switches where both ends share a CPU: to the other end and back. pipe_pingpong_threads is the same code with a thread
// as the other end, so no change of address space. pipe_self is the same code with one pipe for both ways and no other
// end: what a write() and a read() cost without a switch.
//
// getrusage() counts about one switch of the initiator a round, voluntary and involuntary ones together (0.58 + 0.42 on
// one machine): either the initiator blocks in its read(), or the other end, once woken, preempts it on its way there.
// Only the sum is to be expected.
//
// On two CPUs nobody is switched away from anything: then a round is two wake-ups of an idle CPU, with an interrupt
// each. That is another quantity, often ten times as large, and where nothing is pinned the scheduler chooses between
// the two. Hence the other end's own CPU at each batch (OtherEnd), and `--ends`.
//
// The other process lives as long as the probe. The other thread lives for one batch, because a process with two
// threads does much else more slowly (bare_thread.hpp).
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <memory>
#include <stdexcept>
#include <utility>

#include "failure.hpp"
#include "file_descriptor.hpp"
#include "operations/bare_thread.hpp"
#include "operations/loop.hpp"
#include "placement.hpp"

namespace probe {

namespace {

constexpr char ordinary_byte = 'x';
constexpr char report_byte = 'e';  // upon which the other end reports before it answers

}  // namespace

// A read() of a byte that was not written would wait for ever; one of no byte returns 0 at once, and errno stays that
// of the write().
PROBE_LOOP LoopResult loop_pipe_round(int writing, int reading, std::uint64_t iterations) {
  char byte = ordinary_byte;
  return repeat(iterations, 1, [&]() -> long {
    const bool written = write(writing, &byte, 1) == 1;
    return read(reading, &byte, written ? 1 : 0);
  });
}

namespace {

/// What the other end says of itself, in memory that both ends share: the pipes stay as they are measured.
struct Report {
  pid_t thread;
  OtherEnd seen;
  int error;  ///< of getrusage(2); 0 where it worked
};

void write_report(Report& report) {
  report.thread = static_cast<pid_t>(syscall(SYS_gettid));
  unsigned cpu = 0;
  report.seen.cpu = syscall(SYS_getcpu, &cpu, nullptr, nullptr) == 0 ? static_cast<int>(cpu) : -1;
  report.error = read_thread_usage(report.seen.usage) ? 0 : errno;
}

/// All that the other end does, until the pipe ends.
void echo(int requests, int answers, Report& report) {
  char byte;
  while (read(requests, &byte, 1) == 1) {
    if (byte == report_byte) write_report(report);
    if (write(answers, &byte, 1) != 1) return;
  }
}

/// Starts an other end with its ends of the two pipes; returns what waits for its end, once its requests have ended.
using StartOtherEnd = std::function<void()> (*)(FileDescriptor requests, FileDescriptor answers, Report& report);

/// Of a forked process: above all stdout, whose reader waits until nobody has it any more, and other operations' pipes,
/// which would not end. The kernel gives out the lowest numbers, and the probe holds some ten.
void close_all_but(int one, int other) {
  constexpr int most_descriptors = 1024;
  for (int descriptor = 0; descriptor < most_descriptors; ++descriptor) {
    if (descriptor != one && descriptor != other) close(descriptor);
  }
}

std::function<void()> start_process(FileDescriptor requests, FileDescriptor answers, Report& report) {
  const pid_t child = fork();
  if (child < 0) throw CallFailed("fork", errno);
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // a second rope: the pipe's end is the first
    close_all_but(requests.get(), answers.get());
    echo(requests.get(), answers.get(), report);
    _exit(0);
  }
  return [child] {
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) continue;
  };
}

struct ThreadsPart {
  FileDescriptor requests;
  FileDescriptor answers;
  Report& report;
};

void run_thread(void* part) {
  ThreadsPart& own = *static_cast<ThreadsPart*>(part);
  echo(own.requests.get(), own.answers.get(), own.report);
  own.requests.close();  // so that the initiator never waits for a thread that has gone
  own.answers.close();
}

std::function<void()> start_thread(FileDescriptor requests, FileDescriptor answers, Report& report) {
  const std::shared_ptr<ThreadsPart> part(new ThreadsPart{std::move(requests), std::move(answers), report});
  const auto thread = std::make_shared<BareThread>(run_thread, part.get());
  return [part, thread] { thread->wait(); };
}

struct Pipe {
  FileDescriptor reading;
  FileDescriptor writing;
};

Pipe make_pipe() {
  std::array<int, 2> ends;
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw CallFailed("pipe2", errno);
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

std::shared_ptr<Report> shared_report() {
  void* const memory = mmap(nullptr, sizeof(Report), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw CallFailed("mmap", errno);
  return {static_cast<Report*>(memory), [](Report* report) { munmap(report, sizeof *report); }};
}

/// The initiator's ends of the pipes, and the other end's life.
class PingPong {
 public:
  explicit PingPong(StartOtherEnd start) : report_(shared_report()) {
    Pipe requests = make_pipe();
    Pipe answers = make_pipe();
    wait_for_end_ = start(std::move(requests.reading), std::move(answers.writing), *report_);
    requests_ = std::move(requests.writing);
    answers_ = std::move(answers.reading);
  }
  ~PingPong() {
    requests_.close();
    wait_for_end_();
  }
  PingPong(const PingPong&) = delete;
  PingPong& operator=(const PingPong&) = delete;

  LoopResult run(std::uint64_t iterations) const {
    return loop_pipe_round(requests_.get(), answers_.get(), iterations);
  }

  OtherEnd other_end() const {
    if (write(requests_.get(), &report_byte, 1) != 1) throw CallFailed("write to the other end's pipe", errno);
    char answer;
    do {  // a counted process that was killed may have left the answer to an ordinary byte
      const ssize_t count = read(answers_.get(), &answer, 1);
      if (count < 0) throw CallFailed("read from the other end's pipe", errno);
      if (count == 0) throw std::runtime_error("the other end of the pipe has ended");
    } while (answer != report_byte);
    if (report_->error != 0) throw CallFailed("getrusage of the other end", report_->error);
    return report_->seen;
  }

  void pin_other_end(int cpu) const { pin(report_->thread, cpu); }

 private:
  std::shared_ptr<Report> report_;
  FileDescriptor requests_;
  FileDescriptor answers_;
  std::function<void()> wait_for_end_;
};

/// Started, and sure to answer.
std::unique_ptr<PingPong> start_ping_pong(StartOtherEnd start) {
  std::unique_ptr<PingPong> both(new PingPong(start));
  both->other_end();
  return both;
}

/// A ping-pong for one batch.
struct Threads {
  std::unique_ptr<PingPong> now;
  int cpu = -1;  ///< where the other end is to be pinned; -1: nowhere

  void start() {
    auto started = start_ping_pong(start_thread);
    if (cpu >= 0) started->pin_other_end(cpu);
    now = std::move(started);
  }
};

}  // namespace

PreparedOperation prepare_pipe_pingpong() {
  const std::shared_ptr<PingPong> both = start_ping_pong(start_process);
  PreparedOperation prepared;
  prepared.run = [both](std::uint64_t iterations) { return both->run(iterations); };
  prepared.other_end = [both] { return both->other_end(); };
  prepared.pin_other_end = [both](int cpu) { both->pin_other_end(cpu); };
  return prepared;
}

PreparedOperation prepare_pipe_pingpong_threads() {
  const auto threads = std::make_shared<Threads>();
  PreparedOperation prepared;
  prepared.rewind = [threads] { threads->start(); };
  prepared.run = [threads](std::uint64_t iterations) { return threads->now->run(iterations); };
  prepared.finish = [threads] { threads->now.reset(); };
  prepared.other_end = [threads] { return threads->now->other_end(); };
  prepared.pin_other_end = [threads](int cpu) { threads->cpu = cpu; };
  return prepared;
}

PreparedOperation prepare_pipe_self() {
  const auto pipe = std::make_shared<Pipe>(make_pipe());
  return {[pipe](std::uint64_t iterations) {
            return loop_pipe_round(pipe->writing.get(), pipe->reading.get(), iterations);
          },
          {},
          {}};
}

}  // namespace probe
