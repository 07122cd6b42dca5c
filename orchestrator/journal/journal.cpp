#include "journal/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "journal/line.hpp"
#include "support/failure.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

[[noreturn]] void refuse_journal(const std::filesystem::path& path, const char* step, int error) {
  throw EnvironmentFailure(
      fmt::format("{}: {} failed: {}. Everything before is kept.", escaped(path.string()), step, std::strerror(error)));
}

/// A new file is only there after a crash of the machine if its folder was written, too.
void sync_folder(const std::filesystem::path& folder) {
  const FileDescriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened || ::fsync(opened.number()) != 0) refuse_journal(folder, "writing the folder to the disk", errno);
}

/// The folder of a file; "." where the path names none.
std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : ".";
}

}  // namespace

FileJournal::FileJournal(const std::filesystem::path& path)
    : path_(path), file_(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666)) {
  if (!file_) refuse_journal(path_, "creating the journal", errno);
  hold();
  sync_folder(folder_of(path_));
}

FileJournal::FileJournal(const std::filesystem::path& path, const std::function<void(const Fact&)>& take)
    : path_(path), file_(::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)) {
  if (!file_ && errno != ENOENT) refuse_journal(path_, "opening the journal", errno);
  if (file_) hold();
  const Replayed whole = replay(path, take);
  if (::ftruncate(file_.number(), whole.bytes) != 0) refuse_journal(path_, "cutting off a line without its end", errno);
  lines_ = whole.lines;
  synced_bytes_ = whole.bytes;
}

void FileJournal::hold() {
  if (::flock(file_.number(), LOCK_EX | LOCK_NB) == 0) return;
  if (errno != EWOULDBLOCK) refuse_journal(path_, "locking the journal", errno);
  throw UsageFailure(fmt::format(
      "{}: a living run writes to this journal, and two in one folder would mix their facts. Wait until it has ended.",
      escaped(path_.string())));
}

void FileJournal::append(const Fact& fact) {
  pending_ += line_of(fact, ++lines_);
  pending_ += '\n';
}

void FileJournal::sync() {
  for (std::string_view rest = pending_; !rest.empty();) {
    const ssize_t written = ::write(file_.number(), rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) give_up("writing");
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::fsync(file_.number()) != 0) give_up("writing to the disk");
  synced_bytes_ += static_cast<std::int64_t>(pending_.size());
  pending_.clear();
}

void FileJournal::give_up(const char* step) {
  const int error = errno;
  // Where even this fails, the last line is left without its end, which `replay` knows.
  [[maybe_unused]] const int cut = ::ftruncate(file_.number(), synced_bytes_);
  refuse_journal(path_, step, error);
}

Replayed replay(const std::filesystem::path& path, const std::function<void(const Fact&)>& take) {
  std::error_code error;
  const bool regular = std::filesystem::is_regular_file(path, error);
  std::ifstream file;
  if (regular) file.open(path);
  if (!file.is_open()) {
    throw UsageFailure(
        fmt::format("{}: cannot be read: {}. Is this the folder of a run?", escaped(path.string()),
                    error ? error.message() : (regular ? std::strerror(errno) : "it is not a regular file")));
  }
  Replayed whole;
  std::string line;
  while (std::getline(file, line)) {
    // Without a new line at its end, the line was being written when the program ended.
    if (file.eof()) break;
    const std::uint64_t number = whole.lines + 1;
    Fact fact;
    try {
      fact = fact_of_line(line, number);
    } catch (const std::exception& problem) {
      throw UsageFailure(fmt::format(
          "{}:{}: this line of the journal is damaged: {}. Nothing behind it can be believed: take the file from a "
          "copy, or measure again; the {} before it are whole.",
          escaped(path.string()), number, escaped(problem.what()), counted(whole.lines, "line")));
    }
    take(fact);
    whole = {number, whole.bytes + static_cast<std::int64_t>(line.size()) + 1};
  }
  return whole;
}

}  // namespace orchestrate
