// For tests only: the probe with one fault, which the environment variable MISBEHAVE names; without it, or with "none",
// it is an honest one. So a test lets one condition of an experiment misbehave, by the factor `env`.
//
// The session of serve() is the real one. A thread stands between it and the host, passes every command and answer on,
// and does what the fault says when something is to be measured.

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <thread>

#include "file_descriptor.hpp"
#include "json.hpp"
#include "line_reader.hpp"
#include "serve.hpp"
#include "turns/layout.hpp"
#include "witness.hpp"

namespace probe {
namespace {

constexpr std::size_t longest_line = std::size_t{1} << 22U;

struct Pipe {
  FileDescriptor reading;
  FileDescriptor writing;
};

Pipe new_pipe() {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

/// Takes memory until something ends it.
[[noreturn]] void eat_memory() {
  constexpr std::size_t piece = std::size_t{1} << 20U;
  for (;;) {
    void* const more = mmap(nullptr, piece, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (more != MAP_FAILED) std::memset(more, 1, piece);
  }
}

/// What is done in place of measuring, if that is the fault.
void misbehave_before(const std::string& fault) {
  if (fault == "exit 3") _exit(3);
  if (fault == "SIGSEGV") {
    volatile int* nowhere = nullptr;
    // A signal that the first process of a container sends itself does nothing; only a fault of its own ends it.
    *nowhere = 1;  // NOLINT(clang-analyzer-core.NullDereference): that is the fault
  }
  if (fault == "eat memory") eat_memory();
  if (fault == "silence") {
    for (;;) pause();
  }
  if (fault == "endless line") {
    for (;;) write_all(STDOUT_FILENO, std::string(65536, 'x'));
  }
}

/// What a batch reports, with the fault in it.
void falsify(const std::string& fault, std::uint64_t& started_ns, std::uint64_t& elapsed_ns) {
  if (fault == "clock backwards") started_ns = 1000000000000000 - started_ns;
  if (fault == "zero time") elapsed_ns = 0;
  if (fault == "absurd time") elapsed_ns = 7200000000000;
}

/// An answer about a measurement, with the fault in it; a line without its end.
std::string misbehaving(const std::string& fault, Json answer) {
  if (fault == "not JSON") return "hello";
  if (fault == "out of turn") return R"({"event":"witness","witness":{}})";
  if (answer.value("event", "") != "measured") return to_line(answer);
  if (fault == "wrong operation") answer["operation"] = "nothing_at_all";
  std::uint64_t started_ns = answer.at("started_ns").get<std::uint64_t>();
  std::uint64_t elapsed_ns = answer.at("elapsed_ns").get<std::uint64_t>();
  falsify(fault, started_ns, elapsed_ns);
  answer["started_ns"] = started_ns;
  answer["elapsed_ns"] = elapsed_ns;
  return to_line(answer);
}

/// The same in the file in which turns are taken, which the session has written into.
void misbehave_in_file(const std::string& fault, const std::string& path, std::uint32_t slot) {
  const FileDescriptor file(open(path.c_str(), O_RDWR | O_CLOEXEC));
  void* const memory = mmap(nullptr, sizeof(turns::File), PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
  if (memory == MAP_FAILED) throw std::runtime_error("the file of turns cannot be mapped a second time");
  for (turns::Record& record : static_cast<turns::File*>(memory)->records) {
    if (record.taken_by == slot + 1) falsify(fault, record.started_ns, record.elapsed_ns);
  }
  munmap(memory, sizeof(turns::File));
}

class Relay {
 public:
  Relay(std::string fault, FileDescriptor to_session, int from_session)
      : fault_(std::move(fault)), to_session_(std::move(to_session)), answers_(from_session, longest_line) {}

  /// Until either side ends.
  void run() {
    LineReader commands(STDIN_FILENO, longest_line);
    std::string line;
    if (answers_.next(line) != LineReader::Outcome::line) return;
    write_all(STDOUT_FILENO, line + "\n");
    while (commands.next(line) == LineReader::Outcome::line) {
      const Json command = Json::parse(line, nullptr, false);
      const std::string what = command.is_object() ? command.value("do", "") : "";
      if (what == "map turns") {
        path_ = command.value("path", "");
        slot_ = command.value("slot", std::uint32_t{0});
      }
      const bool measuring = what == "measure" || what == "take turns";
      if (measuring) misbehave_before(fault_);
      write_all(to_session_.get(), line + "\n");
      if (answers_.next(line) != LineReader::Outcome::line) return;
      if (what == "take turns") misbehave_in_file(fault_, path_, slot_);
      write_all(STDOUT_FILENO, (measuring ? misbehaving(fault_, Json::parse(line)) : line) + "\n");
    }
    to_session_.close();
  }

 private:
  std::string fault_;
  FileDescriptor to_session_;
  LineReader answers_;
  std::string path_;
  std::uint32_t slot_ = 0;
};

void serve_misbehaving(const std::string& fault, const std::string& token) {
  Pipe commands = new_pipe();
  Pipe answers = new_pipe();
  Relay relay(fault, std::move(commands.writing), answers.reading.get());
  std::thread([&relay] {
    try {
      relay.run();
    } catch (const std::exception& failure) {
      std::fprintf(stderr, "misbehaving probe: %s\n", failure.what());
      _exit(1);
    }
  }).detach();
  serve(commands.reading.get(), answers.writing.get(), token, {});
  // The relay may be in the middle of a read that nobody ends.
  std::fflush(stdout);
  _exit(0);
}

/// The word behind --token.
std::string token_in(int count, char** words) {
  for (int i = 2; i + 1 < count; ++i) {
    if (std::strcmp(words[i], "--token") == 0) return words[i + 1];
  }
  return {};
}

void end(int number) {
  _exit(128 + number);
}

}  // namespace
}  // namespace probe

int main(int count, char** words) {
  signal(SIGTERM, probe::end);
  signal(SIGPIPE, SIG_IGN);
  const std::string verb = count > 1 ? words[1] : "";
  try {
    if (verb == "witness") {
      std::puts(probe::to_pretty(probe::take_witness({})).c_str());
      return 0;
    }
    if (verb != "serve") return 2;
    const char* const fault = std::getenv("MISBEHAVE");
    const std::string token = probe::token_in(count, words);
    if (fault == nullptr || std::strcmp(fault, "none") == 0) {
      probe::serve(STDIN_FILENO, STDOUT_FILENO, token, {});
    } else {
      probe::serve_misbehaving(fault, token);
    }
    return 0;
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "misbehaving probe: %s\n", failure.what());
    return 1;
  }
}
