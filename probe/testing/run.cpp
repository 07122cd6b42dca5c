#include "testing/run.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <stdexcept>

#include "architecture/architecture.hpp"
#include "failure.hpp"

namespace probe {

namespace {

struct Pipe {
  FileDescriptor reading;
  FileDescriptor writing;
};

Pipe make_pipe() {
  std::array<int, 2> ends;
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw CallFailed("pipe2", errno);
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

[[noreturn]] void become_probe(const Start& start, const Pipe& input, const Pipe& output, const Pipe& errors) {
  const ProbeUnderTest probe = probe_under_test();
  std::vector<std::string> words = {probe.program};
  if (probe.is_emulated()) words.insert(words.begin(), probe.emulator);
  words.insert(words.end(), start.arguments.begin(), start.arguments.end());
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) argv.push_back(&word[0]);
  argv.push_back(nullptr);
  dup2(input.reading.get(), STDIN_FILENO);
  dup2(output.writing.get(), STDOUT_FILENO);
  dup2(errors.writing.get(), STDERR_FILENO);
  signal(SIGPIPE, SIG_DFL);  // an ignored signal would stay ignored
  if (start.in_child) start.in_child();
  execv(argv[0], argv.data());
  _exit(127);
}

}  // namespace

ProbeUnderTest probe_under_test() {
  const char* wanted = std::getenv("PROBE_ARCHITECTURE");
  if (wanted == nullptr || std::string(wanted) == architecture_name) {
    return {PROBE_PROGRAM, "", "objdump", architecture_name};
  }
#ifdef AARCH64_PROBE
  if (std::string(wanted) == "aarch64") return {AARCH64_PROBE, AARCH64_EMULATOR, AARCH64_OBJDUMP, "aarch64"};
#endif
  throw std::runtime_error(std::string("PROBE_ARCHITECTURE: no probe was built for ") + wanted);
}

RunningProbe::RunningProbe(const Start& start) {
  signal(SIGPIPE, SIG_IGN);
  Pipe input = make_pipe();
  Pipe output = make_pipe();
  Pipe errors = make_pipe();
  // Without a stack of its own, clone() is fork() with flags (the order of the arguments after it is the
  // architecture's, and all of them are null).
  pid_ = static_cast<pid_t>(syscall(SYS_clone, start.clone_flags | SIGCHLD, nullptr, nullptr, nullptr, nullptr));
  if (pid_ == 0) become_probe(start, input, output, errors);
  input_ = std::move(input.writing);
  output_ = std::move(output.reading);
  errors_ = std::move(errors.reading);
}

RunningProbe::~RunningProbe() {
  if (pid_ > 0) {
    send_signal(SIGKILL);
    wait();
  }
}

void RunningProbe::send(const std::string& line) {
  write_all(input_.get(), line + "\n");
}

Json RunningProbe::receive() {
  std::string line;
  char character;
  while (read(output_.get(), &character, 1) == 1) {
    if (character == '\n') return Json::parse(line, nullptr, false);
    line += character;
  }
  return Json::parse("", nullptr, false);
}

Json RunningProbe::ask(const std::string& line) {
  send(line);
  return receive();
}

void RunningProbe::send_signal(int number) const {
  kill(pid_, number);
}

Ending RunningProbe::wait() {
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) continue;
  pid_ = -1;
  if (WIFSIGNALED(status)) return {-1, WTERMSIG(status)};
  return {WEXITSTATUS(status), 0};
}

std::string RunningProbe::rest_of(const FileDescriptor& descriptor) {
  std::string text;
  std::array<char, 4096> buffer;
  ssize_t count;
  while ((count = read(descriptor.get(), buffer.data(), buffer.size())) > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return text;
}

Finished run_probe(const std::vector<std::string>& arguments, const std::function<void()>& in_child) {
  RunningProbe running({arguments, in_child, 0});
  running.close_input();
  Finished finished;
  finished.output = running.rest_of_output();
  finished.errors = running.rest_of_errors();
  finished.ending = running.wait();
  return finished;
}

}  // namespace probe
