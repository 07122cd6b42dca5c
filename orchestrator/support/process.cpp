#include "support/process.hpp"

// <utility> before Boost.Asio: with C++20, Boost 1.74 uses std::exchange without including it.
#include <utility>

#include <boost/asio.hpp>
#if __has_include(<boost/process/v1.hpp>)
#include <boost/process/v1.hpp>
#include <boost/process/v1/extend.hpp>
namespace boost_process = boost::process::v1;
#else
#include <boost/process.hpp>
#include <boost/process/extend.hpp>
namespace boost_process = boost::process;
#endif

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "support/failure.hpp"
#include "support/interruption.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

namespace asio = boost::asio;

constexpr std::size_t longest_line = std::size_t{4} << 20U;
/// No answer of an engine is a thousandth of this; what is longer is a client gone mad, and would only cost memory.
constexpr std::size_t most_output = std::size_t{64} << 20U;
constexpr std::size_t most_errors = std::size_t{1} << 20U;

/// Both ends close on exec: siblings started later must not keep a pipe of ours open (boostorg/process#80). The child
/// gets its end by dup2, which clears the flag.
void close_on_exec(boost_process::async_pipe& pipe) {
  ::fcntl(pipe.native_source(), F_SETFD, FD_CLOEXEC);
  ::fcntl(pipe.native_sink(), F_SETFD, FD_CLOEXEC);
}

/// Makes the child the leader of a new process group and gives it an empty signal mask, whatever ours is.
struct OwnGroup : boost_process::extend::handler {
  template <typename Executor>
  void on_exec_setup(Executor&) const {
    ::setpgid(0, 0);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::signal(SIGPIPE, SIG_DFL);
  }
};

/// A descriptor that becomes readable when the process ends; the kernel sets close-on-exec (pidfd_open(2)).
int open_pidfd(pid_t pid) {
  return static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
}

ExitState reap(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) return {127, std::nullopt};
  }
  if (WIFSIGNALED(status)) return {std::nullopt, WTERMSIG(status)};
  return {WEXITSTATUS(status), std::nullopt};
}

void end_where_urgent() {
  if (interruption_is_urgent()) throw Interrupted();
}

}  // namespace

/// Everything of one program: its pipes, what was read from them, and its end. One thread, no callbacks outside of a
/// call of ours.
struct Process::Streams {
  asio::io_context context;
  boost_process::async_pipe input{context};
  boost_process::async_pipe output{context};
  boost_process::async_pipe errors{context};
  asio::posix::stream_descriptor ended{context};
  asio::posix::stream_descriptor urgent{context};
  pid_t pid = -1;
  std::optional<ExitState> state;

  std::array<char, 65536> output_block{};
  std::array<char, 65536> errors_block{};
  std::string output_text;
  std::string errors_text;
  std::function<void(std::string_view)> watch;  ///< sees what comes on standard error
  bool output_ended = false;
  bool errors_ended = false;
  bool exited = false;

  void read_output() {
    output.async_read_some(asio::buffer(output_block), [this](const boost::system::error_code& error, std::size_t n) {
      output_text.append(output_block.data(), n);
      output_ended = static_cast<bool>(error);
      // A program that writes without end is read only as far as a line may be long; then it has to wait for us.
      reading_output = !output_ended && output_text.size() <= longest_line;
      if (reading_output) read_output();
    });
  }

  void read_errors() {
    errors.async_read_some(asio::buffer(errors_block), [this](const boost::system::error_code& error, std::size_t n) {
      errors_text.append(errors_block.data(), std::min(n, most_errors - std::min(most_errors, errors_text.size())));
      if (watch && n > 0) watch({errors_block.data(), n});
      errors_ended = static_cast<bool>(error);
      if (!errors_ended) read_errors();
    });
  }

  void await_exit() {
    ended.async_wait(asio::posix::stream_descriptor::wait_read,
                     [this](const boost::system::error_code& error) { exited = !error; });
  }

  /// Has an interruption that becomes urgent wake whoever waits here.
  void await_urgency() {
    if (urgent_interruption() < 0) return;
    urgent.assign(::fcntl(urgent_interruption(), F_DUPFD_CLOEXEC, 0));
    urgent.async_wait(asio::posix::stream_descriptor::wait_read, [](const boost::system::error_code&) {});
  }

  void resume_output() {
    if (reading_output || output_ended) return;
    reading_output = true;
    read_output();
  }

  /// Runs handlers until `done()` or the deadline; false at the deadline, or where waiting is to end at once.
  template <typename Done>
  bool run_until(Deadline deadline, Done done) {
    while (!done()) {
      if (interruption_is_urgent()) return false;
      context.restart();
      if (context.run_one_until(deadline) == 0 && !done()) return false;
    }
    return true;
  }

  /// The same, without an end to waiting and whatever is urgent.
  template <typename Done>
  void run_until(Done done) {
    while (!done()) {
      context.restart();
      context.run_one();
    }
  }

  bool reading_output = false;
};

std::string to_text(const ExitState& state) {
  if (state.signal) return fmt::format("signal {} ({})", *state.signal, ::strsignal(*state.signal));
  return fmt::format("exit status {}", state.code.value_or(-1));
}

std::string find_program(const std::string& name) {
  const auto usable = [](const std::string& path) { return ::access(path.c_str(), X_OK) == 0; };
  if (name.find('/') != std::string::npos) {
    std::string path = std::filesystem::absolute(name).string();
    if (!usable(path)) {
      throw EnvironmentFailure(fmt::format("{}: cannot be run: {}", escaped(path), std::strerror(errno)));
    }
    return path;
  }
  const char* search = std::getenv("PATH");
  std::string_view rest = search == nullptr ? "/usr/local/bin:/usr/bin:/bin" : search;
  const std::string searched(rest);
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    std::string path = fmt::format("{}/{}", folder.empty() ? "." : folder, name);
    if (usable(path)) return path;
  }
  throw EnvironmentFailure(
      fmt::format("{}: no such program on PATH ({}). Install it, or give its path.", escaped(name), escaped(searched)));
}

Process::Process(const std::vector<std::string>& arguments) : streams_(std::make_unique<Streams>()) {
  Streams& s = *streams_;
  close_on_exec(s.input);
  close_on_exec(s.output);
  close_on_exec(s.errors);
  const std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
  try {
    boost_process::child child(boost_process::exe = arguments.front(), boost_process::args = rest,
                               boost_process::std_in<s.input, boost_process::std_out> s.output,
                               boost_process::std_err > s.errors, OwnGroup{});
    s.pid = child.id();
    child.detach();
  } catch (const std::exception& error) {
    throw EnvironmentFailure(fmt::format("{}: cannot be started: {}", escaped(arguments.front()), error.what()));
  }
  s.ended.assign(open_pidfd(s.pid));
  s.reading_output = true;
  s.read_output();
  s.read_errors();
  s.await_exit();
  s.await_urgency();
}

Process::~Process() {
  if (streams_->state) return;
  signal(SIGKILL);
  reap(streams_->pid);
}

bool Process::write_line(std::string_view line, Deadline deadline) {
  Streams& s = *streams_;
  const std::string text = std::string(line) + "\n";
  std::optional<boost::system::error_code> result;
  asio::async_write(s.input, asio::buffer(text),
                    [&](const boost::system::error_code& error, std::size_t) { result = error; });
  if (s.run_until(deadline, [&] { return result.has_value(); })) return !*result;
  s.input.cancel();
  s.run_until([&] { return result.has_value(); });
  end_where_urgent();
  return false;
}

Process::Read Process::read_line(Deadline deadline) {
  Streams& s = *streams_;
  std::size_t searched = 0;
  for (;;) {
    const std::size_t end = s.output_text.find('\n', searched);
    if (end != std::string::npos) {
      Read read{Read::Kind::line, s.output_text.substr(0, end)};
      s.output_text.erase(0, end + 1);
      return read;
    }
    searched = s.output_text.size();
    if (searched > longest_line) return {Read::Kind::too_long, s.output_text.substr(0, 200)};
    if (s.output_ended) return {Read::Kind::end, s.output_text};
    s.resume_output();
    if (!s.run_until(deadline, [&] { return s.output_text.size() > searched || s.output_ended; })) {
      end_where_urgent();
      return {Read::Kind::timed_out, s.output_text.substr(0, 200)};
    }
  }
}

void Process::watch_errors(std::function<void(std::string_view)> watch) {
  streams_->watch = std::move(watch);
}

void Process::close_input() {
  boost::system::error_code ignored;
  streams_->input.close(ignored);
}

void Process::close_output() {
  boost::system::error_code ignored;
  streams_->output.close(ignored);
  streams_->output_ended = true;
}

std::optional<ExitState> Process::wait(Deadline deadline) {
  Streams& s = *streams_;
  if (s.state) return s.state;
  const auto take = [&] {
    if (!flooded()) s.resume_output();
    return s.exited || flooded();
  };
  if (!s.run_until(deadline, take) || !s.exited) {
    end_where_urgent();
    return std::nullopt;
  }
  // What the program left behind in its group goes with it. As long as it is not reaped its group's number is its own.
  signal(SIGKILL);
  s.state = reap(s.pid);
  // A grandchild that made a group of its own may hold the pipes open: what is there is read, not what may come.
  const Deadline drained = std::min(deadline, within(std::chrono::milliseconds(200)));
  s.run_until(drained, [&] {
    if (!flooded()) s.resume_output();
    return (s.output_ended || flooded()) && s.errors_ended;
  });
  return s.state;
}

bool Process::flooded() const {
  return streams_->output_text.size() > most_output;
}

void Process::signal(int number) {
  if (!streams_->state && streams_->pid > 0) ::kill(-streams_->pid, number);
}

int Process::output_descriptor() const {
  return streams_->output.native_source();
}

const std::string& Process::output() const {
  return streams_->output_text;
}

const std::string& Process::errors() const {
  return streams_->errors_text;
}

Outcome run_to_end(const std::vector<std::string>& arguments, std::chrono::milliseconds limit) {
  Process process(arguments);
  process.close_input();
  const auto state = process.wait(within(limit));
  if (!state) {
    process.signal(SIGKILL);
    const bool flooded = process.flooded();
    return {{}, !flooded, flooded, process.output(), process.errors()};
  }
  return {*state, false, false, process.output(), process.errors()};
}

}  // namespace orchestrate
