#include "cli/living_runs.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>

#include "support/token.hpp"

namespace orchestrate {
namespace {

namespace fs = std::filesystem;

/// A folder that this user can write to; every user can where this process made it. False where that cannot be had.
bool is_usable(const fs::path& folder) {
  // Sticky, as /run/lock itself: nobody removes another's files.
  if (::mkdir(folder.c_str(), 0700) == 0) ::chmod(folder.c_str(), 01777);
  const FileDescriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  return opened && ::faccessat(opened.number(), ".", W_OK | X_OK, 0) == 0;
}

fs::path folder_of_this_machine() {
  fs::path shared = "/run/lock/orchestrate";
  if (is_usable(shared)) return shared;
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  fs::path own = runtime != nullptr && *runtime == '/' ? fs::path(runtime) / "orchestrate" : fs::path();
  return !own.empty() && is_usable(own) ? own : fs::path();
}

FileDescriptor opened(const fs::path& path, int access = O_RDONLY) {
  return FileDescriptor(::open(path.c_str(), access | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
}

/// Every user can read it, whatever the umask: locking takes no more.
FileDescriptor created(const fs::path& path) {
  FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644));
  if (file) ::fchmod(file.number(), 0644);
  return file;
}

/// What another run says of itself: no more of it than a line.
std::string content_of(const FileDescriptor& file) {
  std::array<char, 1024> block{};
  const ssize_t got = ::pread(file.number(), block.data(), block.size(), 0);
  return got > 0 ? std::string(block.data(), static_cast<std::size_t>(got)) : "a run that says nothing of itself";
}

/// Becomes readable when a run ends, however it does: the kernel closes its files, which it could write. Looking for
/// runs only reads, and so wakes nobody.
FileDescriptor watched(const fs::path& folder) {
  FileDescriptor changes(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  if (changes) ::inotify_add_watch(changes.number(), folder.c_str(), IN_DELETE | IN_CLOSE_WRITE);
  return changes;
}

void forget(const FileDescriptor& changes) {
  std::array<char, 4096> block{};
  while (::read(changes.number(), block.data(), block.size()) > 0) {
  }
}

bool is_removed(const FileDescriptor& file) {
  struct stat status {};
  return ::fstat(file.number(), &status) != 0 || status.st_nlink == 0;
}

}  // namespace

LivingRuns::LivingRuns() : LivingRuns(folder_of_this_machine()) {}

LivingRuns::LivingRuns(fs::path folder) : folder_(std::move(folder)) {}

LivingRuns::~LivingRuns() {
  if (own_) ::unlink(own_path_.c_str());
}

void LivingRuns::enter(const std::string& about) {
  if (folder_.empty()) return;
  do {
    own_path_ = folder_ / (random_token() + ".run");
    own_ = created(own_path_);
    if (!own_) return;
    while (::flock(own_.number(), LOCK_EX) != 0 && errno == EINTR) {
    }
    // Between its making and its locking another run may have taken the file for a dead run's.
  } while (is_removed(own_));
  const std::string text = about.substr(0, 1024);
  // A full disk costs the others this run's name, not the fact that it is there.
  if (::write(own_.number(), text.data(), text.size()) < 0) return;
}

bool LivingRuns::enter_alone(const std::string& about, const Wait& wait) {
  if (folder_.empty()) return true;
  const fs::path path = folder_ / "turn";
  turn_ = opened(path, O_RDWR);
  if (!turn_) turn_ = created(path);
  if (!turn_) turn_ = opened(path);
  const FileDescriptor ended = watched(folder_);
  for (;;) {
    forget(ended);
    // Who cannot have the file (another user's, say) looks at the runs alone.
    const bool next = !turn_ || ::flock(turn_.number(), LOCK_EX | LOCK_NB) == 0;
    std::vector<std::string> living = others();
    if (next && living.empty()) break;
    if (living.empty()) living.emplace_back("a run that is about to begin");
    if (!wait(living, ended)) return false;
  }
  enter(about);
  return true;
}

std::vector<std::string> LivingRuns::others() const {
  std::vector<std::string> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder_, ignored)) {
    if (entry.path().extension() != ".run" || entry.path() == own_path_) continue;
    const FileDescriptor file = opened(entry.path());
    if (!file) continue;
    if (::flock(file.number(), LOCK_SH | LOCK_NB) == 0) {
      ::unlink(entry.path().c_str());
    } else if (errno == EWOULDBLOCK) {
      found.push_back(content_of(file));
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace orchestrate
