#include <fmt/format.h>
#include <sys/mount.h>

#include <csignal>
#include <cstring>
#include <fstream>

#include "faults/subject.hpp"
#include "support/text.hpp"

namespace orchestrate::faults {
namespace {

namespace fs = std::filesystem;

/// A small disk of its own, as long as the object lives.
class SmallDisk {
 public:
  explicit SmallDisk(fs::path path) : path_(std::move(path)) {
    fs::create_directories(path_);
    if (::mount("tmpfs", path_.c_str(), "tmpfs", 0, "size=6m") != 0) refusal_ = std::strerror(errno);
  }
  ~SmallDisk() {
    if (refusal_.empty()) ::umount2(path_.c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  SmallDisk(SmallDisk&&) = delete;
  SmallDisk& operator=(SmallDisk&&) = delete;

  [[nodiscard]] const std::string& refusal() const { return refusal_; }

 private:
  fs::path path_;
  std::string refusal_;
};

void fill(const fs::path& file) {
  std::ofstream filler(file);
  const std::string block(4096, 'x');
  while (filler << block << std::flush) {
  }
}

Consequence full_disk() {
  const TemporaryFolder folder;
  const SmallDisk disk(folder.path() / "disk");
  if (!disk.refusal().empty()) return {.happened = "no small disk: " + disk.refusal(), .not_tested = true};
  const fs::path filler = folder.path() / "disk" / "filler";
  return strike({.asked = {.results = folder.path() / "disk" / "results"},
                 .strike = [&](Subject&) { fill(filler); },
                 .undo = [&](Subject&) { fs::remove(filler); },
                 .exits = {4}});
}

Consequence killed_while_writing() {
  return strike({.strike =
                     [](Subject& subject) {
                       subject.process().signal(SIGKILL);
                       subject.end();
                       std::ofstream(subject.journal(), std::ios::app) << R"({"n":99999,"fact":"turn","tu)";
                     },
                 .exits = {128 + SIGKILL}});
}

/// A journal with one bit turned over in the middle is refused with the line's number; nothing is made of the rest.
Consequence flipped_bit() {
  std::string refusal;
  std::string whole;
  Consequence found = strike({.strike =
                                  [&](Subject& subject) {
                                    subject.process().signal(SIGINT);
                                    subject.end();
                                    whole = read_file(subject.journal());
                                    std::string damaged = whole;
                                    damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
                                    write_file(subject.journal(), damaged);
                                    const Outcome outcome = subject.resume();
                                    if (outcome.state.code == 2) refusal = in_brief(outcome.errors);
                                    write_file(subject.journal(), whole);
                                  },
                              .exits = {130}});
  if (refusal.find("journal.jsonl:") == std::string::npos) found.wrong = "the damage was not told with its line";
  found.happened = "refused, by file and line; went on once it was set right";
  return found;
}

}  // namespace

std::vector<Fault> damages() {
  return {{"the disk is full", full_disk},
          {"killed while a line is written", killed_while_writing},
          {"a bit of the journal turns over", flipped_bit}};
}

}  // namespace orchestrate::faults
